package dev.baton.server.http;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One thing that can be asked for.
 *
 * @param path with {@code {name}} for a segment that varies
 * @param scopeDemand how much of the whole it concerns
 * @param stream what goes on answering, if this does
 * @param largestBody bytes of the body that it reads
 * @param weight bytes of memory that an answer may need; 0 for a small one, which is answered whatever others hold
 * @param single whether it is one thing, found by its name: large at worst, and seldom, so that it passes the line of long answers
 */
public record Route(
        String method,
        String path,
        Access access,
        ScopeDemand scopeDemand,
        Later handler,
        Optional<Stream> stream,
        int largestBody,
        ToLongFunction<Call> weight,
        boolean single) {

    private static final int BODY_OF_A_STRANGER = 1024;
    private static final int SMALL_BODY = 4 * 1024;

    private static final Pattern PARAMETER = Pattern.compile("\\{([a-zA-Z]+)}");

    /** How much of the whole a route concerns, for callers who may not do everything with everything. */
    public enum ScopeDemand {
        /** Nothing that a scope speaks of. */
        NOTHING,
        /** What the call names, or a list of what is in the caller's scope: its handler asks {@link Call#scope()}. */
        NAMED,
        /** All of it, and so it is for callers alone whose scope has no bounds. What says nothing is this. */
        EVERYTHING
    }

    /** Answers a call. May block for as long as the database does; runs on a thread of the server. */
    @FunctionalInterface
    public interface Handler {
        Answer handle(Call call) throws Exception;
    }

    /** Answers a call when it can, without holding a thread until then. */
    @FunctionalInterface
    public interface Later {
        CompletionStage<Answer> handle(Call call) throws Exception;
    }

    /** Takes a response over and completes it whenever it likes. Must not block. */
    @FunctionalInterface
    public interface Stream {
        void open(Call call, Response response, Callback callback);
    }

    public static Route get(String path, Access access, Handler handler) {
        return getLater(path, access, now(handler));
    }

    public static Route getLater(String path, Access access, Later handler) {
        return new Route("GET", path, access, usual(access), handler, Optional.empty(), 0, call -> 0, false);
    }

    /** What anybody may use tells nobody anything. */
    private static ScopeDemand usual(Access access) {
        return access == Access.OPEN ? ScopeDemand.NOTHING : ScopeDemand.EVERYTHING;
    }

    public static Route post(String path, Access access, Handler handler) {
        return postLater(path, access, now(handler));
    }

    public static Route postLater(String path, Access access, Later handler) {
        int body = access == Access.OPEN ? BODY_OF_A_STRANGER : SMALL_BODY;
        return new Route("POST", path, access, usual(access), handler, Optional.empty(), body, call -> 0, false);
    }

    /** The same with what it concerns. */
    public Route reaching(ScopeDemand part) {
        return new Route(method, path, access, part, handler, stream, largestBody, weight, single);
    }

    /** The same for larger bodies. */
    public Route withBodyUpTo(int bytes) {
        return new Route(method, path, access, scopeDemand, handler, stream, bytes, weight, single);
    }

    /** The same for answers that need more memory. */
    public Route weighing(ToLongFunction<Call> bytes) {
        return new Route(method, path, access, scopeDemand, handler, stream, largestBody, bytes, single);
    }

    /** The same for one thing that may need so much memory. */
    public Route weighingAlone(long bytes) {
        return new Route(method, path, access, scopeDemand, handler, stream, largestBody, call -> bytes, true);
    }

    private static Later now(Handler handler) {
        return call -> CompletableFuture.completedFuture(handler.handle(call));
    }

    public static Route stream(String path, Access access, Stream stream) {
        Later nothing = now(call -> Answer.empty(500));
        return new Route("GET", path, access, usual(access), nothing, Optional.of(stream), 0, call -> 0, false);
    }

    /** Whether it changes something. */
    public boolean mutates() {
        return !method.equals("GET");
    }

    List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }

    /** The name of a segment that varies. */
    static Optional<String> parameter(String segment) {
        Matcher matcher = PARAMETER.matcher(segment);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
