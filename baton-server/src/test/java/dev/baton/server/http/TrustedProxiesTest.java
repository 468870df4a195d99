package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.http.TrustedProxies.Network;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

    private static boolean includes(String network, String address) {
        return new TrustedProxies(List.of(Network.of(network)), "x-forwarded-for", false).includes(address);
    }

    @Test
    void networksIncludeWhatBeginsLikeThem() {
        assertThat(includes("10.0.0.0/8", "10.255.1.2")).isTrue();
        assertThat(includes("10.0.0.0/8", "11.0.0.0")).isFalse();
        assertThat(includes("192.168.16.0/20", "192.168.31.255")).isTrue();
        assertThat(includes("192.168.16.0/20", "192.168.32.0")).isFalse();
        assertThat(includes("127.0.0.1", "127.0.0.1")).isTrue();
        assertThat(includes("127.0.0.1", "127.0.0.2")).isFalse();
        assertThat(includes("::1", "0:0:0:0:0:0:0:1")).isTrue();
        assertThat(includes("2001:db8::/32", "2001:db8:1:2:3:4:5:6")).isTrue();
        assertThat(includes("2001:db8::/32", "10.0.0.1")).isFalse();
        assertThat(includes("0.0.0.0/0", "203.0.113.9")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "proxy.example", "10.0.0.0/33", "10.0.0.0/x", "10.0.0/8", "300.1.1.1", "::1/129", "10.0.0.1/"
            })
    void whatIsNoNetworkIsRefused(String text) {
        assertThatThrownBy(() -> Network.of(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
