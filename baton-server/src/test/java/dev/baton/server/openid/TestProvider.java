package dev.baton.server.openid;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * As much of an OpenID provider as it takes to lie in every way; that we get on with a real one is what KeycloakTest is for.
 * Whoever is sent here is signed in at once.
 */
public final class TestProvider implements AutoCloseable {

    public static final String SECRET = "the-client's-secret: with % and +";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final AtomicInteger keyReads = new AtomicInteger();
    private volatile RSAKey key;
    private volatile CountDownLatch answering = new CountDownLatch(0);
    private volatile UnaryOperator<JWTClaimsSet.Builder> idToken = claims -> claims;

    public TestProvider() throws Exception {
        rotate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/.well-known/openid-configuration", this::describe);
        server.createContext("/keys", this::keys);
        server.createContext("/token", this::token);
        server.start();
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Signs with another key from now on, and forgets the old one. */
    public void rotate() throws JOSEException {
        key = new RSAKeyGenerator(2048)
                .keyID(java.util.UUID.randomUUID().toString())
                .generate();
    }

    public RSAKey key() {
        return key;
    }

    /** How often the keys were asked for. */
    public int keyReads() {
        return keyReads.get();
    }

    /** Takes requests and does not answer. */
    public void hang() {
        answering = new CountDownLatch(1);
    }

    /** What its next identity tokens say otherwise. */
    public void alterIdTokens(UnaryOperator<JWTClaimsSet.Builder> change) {
        idToken = change;
    }

    /** A good bearer for audience {@code baton-api}, but for what is changed. */
    public String bearer(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
        return signed(change.apply(claims(Instant.now()).audience("baton-api")).build());
    }

    private JWTClaimsSet.Builder claims(Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject("4711")
                .claim("preferred_username", "alice")
                .claim("groups", List.of("operators", "others"))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)));
    }

    public String signed(JWTClaimsSet claims) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(JOSEObjectType.JWT)
                        .keyID(key.getKeyID())
                        .build(),
                claims);
        token.sign(new RSASSASigner(key));
        return token.serialize();
    }

    /** Signs somebody in who was sent here with this query: the code. */
    public String approve(Map<String, String> query) {
        String code = java.util.UUID.randomUUID().toString();
        codes.put(code, query);
        return code;
    }

    private void describe(HttpExchange exchange) throws IOException {
        answer(
                exchange,
                200,
                Map.of(
                        "issuer", issuer(),
                        "authorization_endpoint", issuer() + "/authorize",
                        "token_endpoint", issuer() + "/token",
                        "end_session_endpoint", issuer() + "/end",
                        "jwks_uri", issuer() + "/keys"));
    }

    private void keys(HttpExchange exchange) throws IOException {
        keyReads.incrementAndGet();
        answer(exchange, 200, new JWKSet(key.toPublicJWK()).toJSONObject());
    }

    /** Exchanges a code once, for whoever knows the client's secret and what the challenge was made of. */
    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
        String login = "baton:" + java.net.URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        String basic = "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
        boolean right = asked != null
                && basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                && asked.get("redirect_uri").equals(form.get("redirect_uri"))
                && "S256".equals(asked.get("code_challenge_method"))
                && hash(form.getOrDefault("code_verifier", "")).equals(asked.get("code_challenge"));
        if (!right) {
            answer(exchange, 400, Map.of("error", "invalid_grant"));
            return;
        }
        try {
            JWTClaimsSet.Builder claims =
                    claims(Instant.now()).audience("baton").claim("nonce", asked.get("nonce"));
            answer(
                    exchange,
                    200,
                    Map.of("id_token", signed(idToken.apply(claims).build()), "access_token", "x"));
        } catch (JOSEException e) {
            throw new IOException(e);
        }
    }

    private static String hash(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of a form or a query. */
    public static Map<String, String> fields(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String field : text.split("&")) {
            String[] parts = field.split("=", 2);
            fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private void answer(HttpExchange exchange, int status, Object body) throws IOException {
        try {
            answering.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        byte[] bytes = Json.bytes(body);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        answering.countDown();
        threads.shutdownNow();
        server.stop(0);
    }
}
