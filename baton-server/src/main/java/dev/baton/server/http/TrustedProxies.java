package dev.baton.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;

/**
 * Whose word is taken on where a request comes from. Each proxy adds the address that it saw at the end of the header, and a
 * client can have written anything before: so the list is read from its end, for as long as it names proxies that are trusted.
 * Only one header is read, because a proxy that writes one passes the other on as it came. None is read on a connection that began
 * with a PROXY header: such a proxy passes bytes on, and a client writes what it likes.
 *
 * @param header {@code X-Forwarded-For} or {@code Forwarded}
 * @param proxyProtocol whether they begin each connection with a PROXY header
 */
public record TrustedProxies(List<Network> networks, String header, boolean proxyProtocol) {

    public static final TrustedProxies NONE = new TrustedProxies(List.of(), "X-Forwarded-For", false);

    /** Any of these says that somebody passed the request on. */
    private static final List<String> SIGNS = List.of(
            "Forwarded",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-Forwarded-Port",
            "X-Forwarded-Server",
            "X-Real-IP",
            "True-Client-IP",
            "CF-Connecting-IP",
            "Via");

    private static final Pattern LITERAL = Pattern.compile(
            "(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}|[0-9A-Fa-f:][0-9A-Fa-f]*:[0-9A-Fa-f:.]*");
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^]]*)](?::\\d+)?|([0-9.]+):\\d+");
    private static final Pattern PART = Pattern.compile("(?i)(for|proto)=(?:\"([^\"]*)\"|([^;,\\s]*))");

    /** Addresses that begin alike. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Network(byte[] address, int bits) {

        /**
         * @param text an address, or one with the number of its bits that count: {@code 10.0.0.0/8}
         * @throws IllegalArgumentException if it is neither
         */
        public static Network of(String text) {
            String[] parts = text.split("/", 2);
            byte[] address = literal(parts[0])
                    .orElseThrow(() ->
                            new IllegalArgumentException("'" + text + "' is no address and no network like 10.0.0.0/8"))
                    .getAddress();
            int bits = parts.length == 2 && parts[1].matches("\\d{1,3}")
                    ? Integer.parseInt(parts[1])
                    : parts.length == 1 ? address.length * 8 : -1;
            if (bits < 0 || bits > address.length * 8) {
                throw new IllegalArgumentException("'" + text + "' is no address and no network like 10.0.0.0/8");
            }
            return new Network(address, bits);
        }

        public boolean includes(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            int whole = bits / 8;
            int rest = bits % 8;
            int mask = 0xFF << (8 - rest);
            return Arrays.equals(address, 0, whole, other, 0, whole)
                    && (rest == 0 || ((address[whole] ^ other[whole]) & mask) == 0);
        }
    }

    boolean includes(String address) {
        return literal(address)
                .map(InetAddress::getAddress)
                .filter(bytes -> networks.stream().anyMatch(network -> network.includes(bytes)))
                .isPresent();
    }

    /** The same where nobody sends PROXY headers. */
    public TrustedProxies withoutProxyProtocol() {
        return new TrustedProxies(networks, header, false);
    }

    /** Who asks. */
    Client clientOf(Request request) {
        ConnectionMetaData connection = request.getConnectionMetaData();
        String peer = Client.addressOf(connection.getRemoteSocketAddress());
        HttpFields headers = request.getHeaders();
        boolean relayed = ProxyProtocol.isRelayed(connection.getConnection().getEndPoint());
        if (relayed || !includes(peer)) { // who speaks after a PROXY header is the client, whatever address it names
            return new Client(
                    peer,
                    request.isSecure() || connection.isSecure(),
                    relayed || SIGNS.stream().anyMatch(headers::contains));
        }
        boolean standard = header.equalsIgnoreCase("Forwarded");
        List<String> hops = standard ? parts(headers, "for") : values(headers, header);
        List<String> schemes = standard ? parts(headers, "proto") : values(headers, "X-Forwarded-Proto");
        boolean https = !schemes.isEmpty() && schemes.get(schemes.size() - 1).equalsIgnoreCase("https");
        return new Client(nearestStranger(hops, peer), https || request.isSecure(), true);
    }

    private String nearestStranger(List<String> hops, String peer) {
        String nearest = peer;
        for (int i = hops.size() - 1; i >= 0; i--) {
            Optional<InetAddress> hop = literal(withoutPort(hops.get(i)));
            if (hop.isEmpty()) {
                return nearest; // not an address: what stands before it cannot be believed either
            }
            nearest = Client.plain(hop.get());
            if (!includes(nearest)) {
                return nearest;
            }
        }
        return nearest;
    }

    private static List<String> values(HttpFields headers, String name) {
        List<String> values = new ArrayList<>();
        for (HttpField field : headers.getFields(name)) {
            for (String value :
                    field.getValue() == null ? new String[0] : field.getValue().split(",")) {
                values.add(value.strip());
            }
        }
        return values;
    }

    private static List<String> parts(HttpFields headers, String name) {
        List<String> found = new ArrayList<>();
        for (HttpField field : headers.getFields("Forwarded")) {
            Matcher part = PART.matcher(field.getValue() == null ? "" : field.getValue());
            while (part.find()) {
                if (part.group(1).toLowerCase(Locale.ROOT).equals(name)) {
                    found.add(part.group(2) != null ? part.group(2) : part.group(3));
                }
            }
        }
        return found;
    }

    private static String withoutPort(String hop) {
        Matcher matcher = WITH_PORT.matcher(hop);
        if (!matcher.matches()) {
            return hop;
        }
        return matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    }

    /** An address that is written as one: names are not looked up. */
    private static Optional<InetAddress> literal(String text) {
        if (!LITERAL.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
