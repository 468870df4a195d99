package dev.baton.server.work;

import dev.baton.server.config.ConfigException;
import dev.baton.support.OutboundCalls;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;

/**
 * Sends a plain call to the very address that was judged, with the name as its {@code Host}: the client would look the name up once
 * more, and a DNS server could answer differently. Over TLS the name stays in the URL, because it goes into the handshake, and a host
 * that cannot prove it is handed nothing.
 */
public final class CheckedAddressCall {

    private static final String PERMITTED = "jdk.httpclient.allowRestrictedHeaders";
    private static final String HOST = "Host";

    private CheckedAddressCall() {}

    /** Java's client lets nobody say {@code Host} unless this was done before the first one is made. */
    public static void permitHostHeader() {
        String others = System.getProperty(PERMITTED, "");
        System.setProperty(PERMITTED, others.isBlank() ? HOST : others + "," + HOST);
    }

    static void pin(HttpRequest.Builder request, URI url, InetAddress address) {
        if (isPinned(url)) {
            request.uri(URI.create("http://" + literal(address) + port(url) + path(url)));
            request.setHeader(HOST, url.getHost() + port(url));
        }
    }

    /** Refuses at the start what would fail with every call. */
    static void requirePinnable(String key, URI url) {
        if (isPinned(url)) {
            try {
                HttpRequest.newBuilder().setHeader(HOST, url.getHost());
            } catch (IllegalArgumentException e) {
                throw new ConfigException(
                        key + " is '" + url + "', and this Java was started so that it cannot be called at the"
                                + " address that was judged: start it with -D" + PERMITTED + "=host, or use https");
            }
        }
    }

    private static boolean isPinned(URI url) {
        return url.getScheme().equals("http") && !OutboundCalls.isAddress(url.getHost());
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }

    private static String port(URI url) {
        return url.getPort() < 0 ? "" : ":" + url.getPort();
    }

    private static String path(URI url) {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }
}
