package dev.baton.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Files of the class path: found by plain names only, so no path can lead elsewhere. */
public final class StaticFiles {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,80}");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "json", "application/json",
            "woff2", "font/woff2",
            "webmanifest", "application/manifest+json");

    private final String folder;
    private final Map<String, Optional<Stored>> known = new ConcurrentHashMap<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Stored(String type, byte[] content, String tag) {}

    /** @param folder an absolute folder of the class path, with a slash at both ends */
    public StaticFiles(String folder) {
        this.folder = folder;
    }

    /** The start page at {@code /}, and files up to two folders deep. */
    public List<Route> routes() {
        return List.of(
                Route.get("/", Access.OPEN, call -> answer(call, "index.html")),
                Route.get("/{file}", Access.OPEN, call -> answer(call, call.path("file"))),
                Route.get(
                        "/{folder}/{file}", Access.OPEN, call -> answer(call, call.path("folder"), call.path("file"))));
    }

    private Answer answer(Call call, String... names) {
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw Problem.notFound("there is nothing at this path");
            }
        }
        Stored file = known.size() < 1_000
                ? known.computeIfAbsent(String.join("/", names), this::load).orElse(null)
                : load(String.join("/", names)).orElse(null);
        if (file == null) {
            throw Problem.notFound("there is nothing at this path");
        }
        boolean unchanged =
                call.header("If-None-Match").filter(file.tag()::equals).isPresent();
        Answer answer = unchanged ? Answer.empty(304) : Answer.bytes(file.type(), file.content());
        return answer.header("ETag", file.tag()).header("Cache-Control", "no-cache");
    }

    private Optional<Stored> load(String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null) {
            return Optional.empty();
        }
        try (InputStream in = StaticFiles.class.getResourceAsStream(folder + path)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] content = in.readAllBytes();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return Optional.of(new Stored(type, content, "\"" + HexFormat.of().formatHex(hash, 0, 12) + "\""));
        } catch (IOException e) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
