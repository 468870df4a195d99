package dev.baton.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** One request as a handler sees it. */
public final class Call {

    private final Request request;
    private final Map<String, String> parameters;
    private final Client client;
    private final Caller caller;
    private final Scope scope;
    private final String id;
    private final byte[] body;
    private Fields query;
    private Callable<Boolean> welcome = () -> true;

    Call(
            Request request,
            Map<String, String> parameters,
            Client client,
            Caller caller,
            Scope scope,
            String id,
            byte[] body) {
        this.request = request;
        this.parameters = parameters;
        this.client = client;
        this.caller = caller;
        this.scope = scope;
        this.id = id;
        this.body = body;
    }

    /** What stands in the path for {@code {name}}, decoded. */
    public String path(String name) {
        return Problem.refuseOdd("the path", parameters.get(name));
    }

    /** A parameter of the query; one that stands there twice is refused. */
    public Optional<String> query(String name) {
        List<String> values = fields().getValues(name);
        if (values == null || values.isEmpty()) {
            return Optional.empty();
        }
        if (values.size() > 1) {
            throw Problem.invalid("parameter " + name + " is given " + values.size() + " times: give it once");
        }
        return Optional.of(Problem.refuseOdd(name, values.get(0)));
    }

    /** A whole number of the query. */
    public int query(String name, int otherwise, int least, int most) {
        Optional<String> text = query(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw Problem.invalid(name + " is '" + text.get() + "': it must be a whole number");
        }
        throw Problem.invalid(name + " is " + text.get() + ": it must be " + least + " to " + most);
    }

    private Fields fields() {
        if (query == null) {
            try {
                query = Request.extractQueryParameters(request);
            } catch (RuntimeException e) {
                throw Problem.invalid("the query is not well-formed");
            }
        }
        return query;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().getField(name)).map(HttpField::getValue);
    }

    /** The value of a cookie. */
    public Optional<String> cookie(String name) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    /** Where the request comes from. */
    public Client client() {
        return client;
    }

    public Caller caller() {
        return caller;
    }

    /** What the caller may use this route for: lists show what is in it. */
    public Scope scope() {
        return scope;
    }

    /**
     * The name of something that is in the caller's scope.
     *
     * @throws Problem 403 if it is not
     */
    public String requireInScope(Scope.Kind kind, String name) {
        if (scope.allows(kind, name)) {
            return name;
        }
        throw new Problem(
                403,
                "out_of_scope",
                kind.name().toLowerCase(Locale.ROOT) + " '" + name + "' is outside of what " + caller.name()
                        + " may do this to");
    }

    /**
     * Threads to go on with, for what is answered later. From here on the client may be silent for as long as it likes: it
     * waits for us.
     */
    public Executor later() {
        request.addIdleTimeoutListener(silent -> false);
        return request.getComponents().getExecutor();
    }

    Call staying(Callable<Boolean> whether) {
        this.welcome = whether;
        return this;
    }

    /**
     * Whether the caller would still be let in, for answers that go on.
     *
     * @throws Exception if that cannot be found out now
     */
    public boolean mayStay() throws Exception {
        return welcome.call();
    }

    /** What this request is called in logs and answers. */
    public String id() {
        return id;
    }

    public int bodySize() {
        return body.length;
    }

    /**
     * The body as an object.
     *
     * @param members that it may have
     */
    public JsonObject json(String... members) {
        return JsonObject.read(body, members);
    }

    /** The same, an empty body standing for no members. */
    public JsonObject jsonOrEmpty(String... members) {
        return body.length == 0 ? JsonObject.empty() : json(members);
    }
}
