package dev.baton.server.cli.remote;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The address of a node as people write it; a path in it is where a proxy has the node. */
final class NodeAddress implements ITypeConverter<URI> {

    private static final Set<String> SCHEMES = Set.of("http", "https");

    NodeAddress() {}

    @Override
    public URI convert(String text) {
        URI address = parse(text);
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(scheme) || address.getHost() == null) {
            throw refused(text, "it must be like http://HOST:8080 or https://HOST");
        }
        if (address.getUserInfo() != null) {
            throw refused("…@" + address.getHost(), "no user or password belongs there; the token is in BATON_TOKEN");
        }
        if (address.getQuery() != null || address.getFragment() != null) {
            throw refused(text, "nothing may follow the path");
        }
        return address;
    }

    private static URI parse(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw refused(text, "it must be like http://HOST:8080 or https://HOST");
        }
    }

    private static TypeConversionException refused(String shown, String why) {
        return new TypeConversionException("'" + shown + "': " + why);
    }

    /** What is below it. */
    static URI resolve(URI address, String path) {
        return URI.create(address.toString().replaceFirst("/+$", "") + path);
    }
}
