package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.TrustedProxies.Network;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachableAddressesTest {

    private static final ReachableAddresses PUBLIC = new ReachableAddresses(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "10.0.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "100.64.0.1",
                "169.254.169.254",
                "224.0.0.1",
                "255.255.255.255",
                "[::1]",
                "[::]",
                "[::ffff:127.0.0.1]",
                "[::127.0.0.1]",
                "[fe80::1]",
                "[fd00::1]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]",
                "[::ffff:0:7f00:1]",
                "[2001::1]",
                "localhost"
            })
    void whatIsNotPublicIsRefused(String host) throws Exception {
        assertThat(refusal(PUBLIC, "http://" + host + "/")).isPresent();
    }

    private static Optional<String> refusal(ReachableAddresses reachable, String url) throws UnknownHostException {
        URI uri = URI.create(url);
        return reachable.refusal(uri, List.of(InetAddress.getAllByName(uri.getHost())));
    }

    /** As Java gives it when it is in DNS; one that is written in a URL is of IPv4 at once. */
    @Test
    void anAddressOfTheOtherKindIsJudgedAsWhatItLeadsTo() throws Exception {
        URI url = URI.create("http://callee.example/");
        ReachableAddresses named = new ReachableAddresses(List.of(Network.of("10.1.0.0/16")));
        assertThat(PUBLIC.refusal(url, List.of(mapped(127, 0, 0, 1)))).isPresent();
        assertThat(PUBLIC.refusal(url, List.of(mapped(10, 1, 2, 3)))).isPresent();
        assertThat(named.refusal(url, List.of(mapped(10, 1, 2, 3)))).isEmpty();
        assertThat(PUBLIC.refusal(url, List.of(mapped(93, 184, 216, 34)))).isEmpty();
    }

    private static InetAddress mapped(int... four) throws UnknownHostException {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xFF;
        bytes[11] = (byte) 0xFF;
        for (int i = 0; i < four.length; i++) {
            bytes[12 + i] = (byte) four[i];
        }
        return Inet6Address.getByAddress("callee.example", bytes, -1);
    }

    @Test
    void publicAddressesAndNamedNetworksAreNot() throws Exception {
        assertThat(refusal(PUBLIC, "https://93.184.216.34/")).isEmpty();
        assertThat(refusal(PUBLIC, "https://[2606:2800:220:1::1]/")).isEmpty();
        assertThat(refusal(PUBLIC, "https://172.32.0.1/")).isEmpty();
        ReachableAddresses named = new ReachableAddresses(List.of(Network.of("10.1.0.0/16")));
        assertThat(refusal(named, "http://10.1.2.3/")).isEmpty();
        assertThat(refusal(named, "http://10.2.2.3/")).isPresent();
    }
}
