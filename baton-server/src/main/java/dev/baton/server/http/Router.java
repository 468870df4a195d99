package dev.baton.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds the route of a path. Segments are split first and percent-decoded afterwards, each by itself: {@code %2F} is part
 * of an id, and a path can be read in one way only.
 */
public final class Router {

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(Route route, List<Segment> segments) {}

    /**
     * A part of a route's path.
     *
     * @param name what a varying one is called; null for one that is fixed
     */
    private record Segment(String fixed, String name) {
        static Segment of(String text) {
            return new Segment(text, Route.parameter(text).orElse(null));
        }

        boolean fits(String part) {
            return (name != null && !part.isEmpty()) || fixed.equals(part);
        }
    }

    /** A route with what its path says. */
    public record Match(Route route, Map<String, String> parameters) {}

    public Router(List<Route> routes) {
        routes.forEach(route -> entries.add(
                new Entry(route, route.segments().stream().map(Segment::of).toList())));
    }

    /** All routes, for documentation. */
    public List<Route> routes() {
        return entries.stream().map(Entry::route).toList();
    }

    /**
     * The route of a raw path.
     *
     * @throws Problem 404 if there is none, 405 if there is one for other methods only
     */
    public Match find(String method, String rawPath) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        List<String> path = split(rawPath);
        TreeSet<String> others = new TreeSet<>();
        for (Entry entry : entries) {
            Map<String, String> parameters = match(entry.segments(), path);
            if (parameters == null) {
                continue;
            }
            if (entry.route().method().equals(wanted)) {
                return new Match(entry.route(), parameters);
            }
            others.add(entry.route().method());
        }
        if (others.isEmpty()) {
            throw Problem.notFound("there is nothing at this path");
        }
        throw new Problem(405, "method_not_allowed", "this path answers to " + others + " only");
    }

    /** What stands in the places that vary; null if the path is another. */
    private static Map<String, String> match(List<Segment> pattern, List<String> path) {
        if (pattern.size() != path.size()) {
            return null;
        }
        for (int i = 0; i < pattern.size(); i++) {
            if (!pattern.get(i).fits(path.get(i))) {
                return null;
            }
        }
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < pattern.size(); i++) {
            if (pattern.get(i).name() != null) {
                parameters.put(pattern.get(i).name(), path.get(i));
            }
        }
        return parameters;
    }

    private static List<String> split(String rawPath) {
        if (!rawPath.startsWith("/")) {
            throw Problem.invalid("the path must begin with a slash");
        }
        List<String> segments = new ArrayList<>();
        for (String raw : rawPath.substring(1).split("/", -1)) {
            segments.add(decode(raw));
        }
        return segments;
    }

    private static String decode(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        ByteBuffer bytes = ByteBuffer.allocate(raw.length() * 3);
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '%') {
                bytes.put(Character.toString(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
            int low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                throw Problem.invalid("the path holds a '%' that is not followed by two hexadecimal digits");
            }
            bytes.put((byte) (high * 16 + low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw Problem.invalid("the path is not UTF-8");
        }
    }
}
