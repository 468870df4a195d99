package dev.baton.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Where a request comes from.
 *
 * @param address of the client itself, also behind proxies that are trusted
 * @param secure whether the client speaks TLS, with us or with the proxy
 * @param forwarded whether somebody passed the request on: then it is not somebody on this machine
 */
public record Client(String address, boolean secure, boolean forwarded) {

    /** What stands for an address in limits. Whoever has one IPv6 address has all of its network. */
    public String network() {
        int groups = 0;
        for (int i = 0; i < address.length(); i++) {
            if (address.charAt(i) == ':' && ++groups == 4) {
                return address.substring(0, i);
            }
        }
        return address;
    }

    static String addressOf(SocketAddress socket) {
        if (socket instanceof InetSocketAddress inet && inet.getAddress() != null) {
            return plain(inet.getAddress());
        }
        return "unknown";
    }

    /** Without the name of an interface. */
    static String plain(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
