package dev.baton.server.cli.remote;

import dev.baton.server.config.FailureReason;
import dev.baton.server.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A node, as operator commands talk to it. */
public final class NodeClient {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Longer than anybody lets work end when a role is left; how long that is, each node's configuration says. */
    private static final Duration LONG_PATIENCE = Duration.ofHours(24);

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            converter = NodeAddress.class,
            description = "The node to talk to; ${DEFAULT-VALUE} by default. The token comes from BATON_TOKEN.")
    private URI server;

    public JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    public JsonNode post(String path, Object body) throws IOException, InterruptedException {
        return send(posting(path, body));
    }

    /** The same for what is answered when another process has done it, which may have to leave a role first. */
    public JsonNode postPatiently(String path, Object body) throws IOException, InterruptedException {
        return send(posting(path, body).timeout(LONG_PATIENCE));
    }

    private HttpRequest.Builder posting(String path, Object body) {
        byte[] json = Json.bytes(body);
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(json));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(NodeAddress.resolve(server, path))
                .timeout(PATIENCE)
                .header("Accept", "application/json");
        Optional.ofNullable(System.getenv("BATON_TOKEN")).ifPresent(token -> {
            warning(server).ifPresent(System.err::println);
            request.header("Authorization", "Bearer " + token);
        });
        return request;
    }

    /** What to say before a token leaves this machine in the clear. */
    public static Optional<String> warning(URI server) {
        String host = String.valueOf(server.getHost());
        boolean here = host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
        return "http".equalsIgnoreCase(server.getScheme()) && !here
                ? Optional.of("baton: the token is sent to " + host + " over plain http, and whoever is on the way can"
                        + " read it: use https")
                : Optional.empty();
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
        HttpResponse<byte[]> answer;
        try {
            answer = client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new CommandException(noAnswer(server, e));
        }
        JsonNode body = parse(answer);
        if (answer.statusCode() >= 400) {
            throw new CommandException(body.path("error").path("message").asString("HTTP " + answer.statusCode()));
        }
        return body;
    }

    /** Why there is no answer, and what may help. */
    public static String noAnswer(URI server, IOException error) {
        String reason = " (" + FailureReason.of(error) + ")";
        if (error instanceof HttpTimeoutException && !(error instanceof HttpConnectTimeoutException)) {
            return server + " was reached and has not answered in time" + reason
                    + ": what was asked for may have been done; look before you ask again";
        }
        if (!(error instanceof SSLException)) {
            return "there is no Baton at " + server + reason
                    + ": start one with 'baton serve', or name another with --server";
        }
        return "no TLS with " + server + reason
                + (isAboutCertificate(error)
                        ? ": its certificate must be for the name that --server has, by somebody whom this Java trusts"
                                + " (-Djavax.net.ssl.trustStore=FILE; for ./baton in BATON_JAVA_OPTS)"
                        : ": has it TLS at all? Else --server begins with http://");
    }

    private static boolean isAboutCertificate(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    private JsonNode parse(HttpResponse<byte[]> answer) {
        try {
            return Json.parse(answer.body());
        } catch (JacksonException e) {
            throw new CommandException(
                    server + " answers with something that is not Baton's (HTTP " + answer.statusCode() + ")");
        }
    }

    /** A value as part of a path or query. */
    public static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
