package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.http.HttpFront.Address;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HttpFrontTest {

    private final HttpFront front = new HttpFront(
            new Router(List.of(Route.get("/", Access.OPEN, call -> Answer.empty(200)))),
            (request, client, route) -> {
                throw new AssertionError("nobody calls");
            },
            HttpLimits.ofThisProcess(),
            TrustedProxies.NONE,
            Optional.empty(),
            error -> Optional.empty());

    @AfterEach
    void close() throws Exception {
        front.close();
    }

    @Test
    void movesOnFromAPortOnWhichSomebodyListens() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            front.start(new Address("127.0.0.1", other.getLocalPort(), true));
            assertThat(front.port()).isGreaterThan(other.getLocalPort());
        }
    }

    @Test
    void movesOnFromAPortThatIsBoundWithoutAListener() throws Exception {
        try (Socket other = new Socket()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            front.start(new Address("127.0.0.1", other.getLocalPort(), true));
            assertThat(front.port()).isGreaterThan(other.getLocalPort());
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere 127.0.0.1 is the only address sure to be there")
    void movesOnForAllAddressesFromAPortThatOneOfThemHas() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
            front.start(new Address("0.0.0.0", other.getLocalPort(), true));
            assertThat(front.port()).isGreaterThan(other.getLocalPort());
        }
    }

    @Test
    void refusesATakenPortThatWasAskedFor() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Address address = new Address("127.0.0.1", other.getLocalPort(), false);
            assertThatThrownBy(() -> front.start(address))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("port " + other.getLocalPort() + " on 127.0.0.1 is taken");
        }
    }

    @Test
    void givesTheSystemsReasonWhereTheAddressIsNotOurs() {
        Address address = new Address("192.0.2.1", 18_999, true);
        assertThatThrownBy(() -> front.start(address))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot listen on 192.0.2.1, port 18999: ");
    }
}
