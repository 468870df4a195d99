package dev.baton.server.openid;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.baton.server.config.FailureReason;
import dev.baton.server.config.OpenIdConfig;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Json;
import dev.baton.server.http.Problem;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The authorization code flow. A browser that begins gets a ticket, a random cookie; state, nonce and the verifier of the
 * code challenge are made of it with a key that nodes alone have. So any node can go on with what another has begun,
 * strangers who begin fill no memory, and an answer of the provider is worth nothing in another browser.
 */
public final class SignIn {

    private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);

    /** Where the provider sends browsers back to. */
    public static final String CALLBACK = "/v1/session/openid/callback";

    /** How long one may take at the provider. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int MOST_AT_ONCE = 16;

    private final Supplier<OpenIdConfig> config;
    private final Provider provider;
    private final Verifier verifier;
    private final InstantSource clock;
    private final Semaphore exchanges = new Semaphore(MOST_AT_ONCE);

    SignIn(Supplier<OpenIdConfig> config, Provider provider, Verifier verifier, InstantSource clock) {
        this.config = config;
        this.provider = provider;
        this.verifier = verifier;
        this.clock = clock;
    }

    /**
     * Where a browser goes to sign in, and what it brings back.
     *
     * @param ticket a cookie for this browser alone
     */
    public record Begun(URI provider, String ticket) {}

    public Begun begin() throws InterruptedException {
        Provider.Endpoints endpoints = endpoints();
        String seed = Secrets.randomSecret() + "." + clock.instant().getEpochSecond();
        OpenIdConfig.SignIn client = client();
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", client.clientId());
        query.put("redirect_uri", callback(client));
        query.put("scope", String.join(" ", client.scopes()));
        query.put("state", derived("state", seed));
        query.put("nonce", derived("nonce", seed));
        query.put("code_challenge", challenge(derived("verifier", seed)));
        query.put("code_challenge_method", "S256");
        String mark = derived("ticket", seed);
        return new Begun(with(endpoints.authorization(), query), seed + "." + mark);
    }

    private Provider.Endpoints endpoints() throws InterruptedException {
        Optional<Provider.Known> known = provider.known();
        return (known.isPresent() ? known : provider.knownAfterAsking())
                .orElseThrow(Verifier::away)
                .endpoints();
    }

    /**
     * Who has come back.
     *
     * @param ticket that this browser was given
     * @throws Problem with a sentence for people
     */
    public CompletionStage<Person> complete(String ticket, String state, String code) throws InterruptedException {
        String seed = seed(ticket);
        if (!Secrets.equalInConstantTime(state, derived("state", seed))) {
            throw refused("this answer belongs to another sign-in");
        }
        HttpRequest.Builder request = tokenRequest(endpoints(), code, derived("verifier", seed));
        if (!exchanges.tryAcquire()) {
            throw new Problem(503, "too_many_sign_ins", "too many people sign in just now: try again in a moment");
        }
        return provider.send(request)
                .whenComplete((body, error) -> exchanges.release())
                .handle((body, error) -> {
                    if (error != null) {
                        LOG.warn("the OpenID provider did not exchange a code: {}", FailureReason.of(error));
                        throw new CompletionException(refused("the provider did not confirm who you are"));
                    }
                    return person(body, derived("nonce", seed));
                });
    }

    /** What was given out here, lately. */
    private String seed(String ticket) {
        int mark = ticket.lastIndexOf('.');
        String seed = mark < 0 ? "" : ticket.substring(0, mark);
        if (mark < 0 || !Secrets.equalInConstantTime(ticket.substring(mark + 1), derived("ticket", seed))) {
            throw refused("this browser has not begun to sign in here");
        }
        Instant begun = Instant.ofEpochSecond(Long.parseLong(seed.substring(seed.lastIndexOf('.') + 1)));
        if (Duration.between(begun, clock.instant()).compareTo(LONGEST) > 0) {
            throw refused("signing in has taken longer than " + LONGEST.toMinutes() + " minutes");
        }
        return seed;
    }

    private static Problem refused(String why) {
        return new Problem(401, "sign_in_failed", why + ": sign in again");
    }

    private HttpRequest.Builder tokenRequest(Provider.Endpoints endpoints, String code, String verifier) {
        OpenIdConfig.SignIn client = client();
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", callback(client));
        form.put("code_verifier", verifier);
        String login = encode(client.clientId()) + ":" + encode(client.secret());
        return HttpRequest.newBuilder(endpoints.token())
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form(form)));
    }

    private Person person(byte[] answer, String nonce) {
        OpenIdConfig now = config.get();
        JWTClaimsSet claims = verifier.verify(idToken(answer), client().clientId())
                .orElseThrow(() -> refused("the provider's token does not hold"));
        boolean ours = claims.getClaim("nonce") instanceof String said && Secrets.equalInConstantTime(said, nonce);
        boolean forUs = claims.getAudience().equals(List.of(client().clientId()))
                || client().clientId().equals(claims.getClaim("azp"));
        if (!ours || !forUs) {
            throw refused("the provider's token belongs to another sign-in");
        }
        return Claims.person(claims, now);
    }

    private static String idToken(byte[] answer) {
        try {
            return Json.parse(answer).path("id_token").asString("");
        } catch (JacksonException | Problem e) {
            throw refused("the provider's answer is not JSON");
        }
    }

    /** Where one signs out at the provider as well, if one can. */
    public Optional<URI> signOut() {
        OpenIdConfig.SignIn client = client();
        Map<String, String> query = new LinkedHashMap<>();
        query.put("client_id", client.clientId());
        query.put("post_logout_redirect_uri", base(client) + "/");
        return provider.known().flatMap(known -> known.endpoints().endSession()).map(end -> with(end, query));
    }

    private OpenIdConfig.SignIn client() {
        return config.get().signIn().orElseThrow();
    }

    private static String base(OpenIdConfig.SignIn client) {
        return client.url().toString().replaceAll("/+$", "");
    }

    private static String callback(OpenIdConfig.SignIn client) {
        return base(client) + CALLBACK;
    }

    private String derived(String what, String seed) {
        return Secrets.hmac(client().secret(), "baton sign-in " + what + " " + seed);
    }

    private static String challenge(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static URI with(URI endpoint, Map<String, String> query) {
        String separator = endpoint.getRawQuery() == null ? "?" : "&";
        return URI.create(endpoint + separator + form(query));
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
