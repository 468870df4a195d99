package dev.baton.server.api;

import dev.baton.server.TestNode.Reply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** Reads what came out of a socket. */
final class Replies {

    private Replies() {}

    static Reply parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int status = text.length() < 12 ? 0 : Integer.parseInt(text.substring(9, 12));
        int body = text.indexOf("\r\n\r\n");
        return new Reply(new Parsed(status, body < 0 ? "" : text.substring(body + 4)));
    }

    private record Parsed(int statusCode, String body) implements HttpResponse<String> {

        @Override
        public HttpRequest request() {
            return HttpRequest.newBuilder(uri()).build();
        }

        @Override
        public Optional<HttpResponse<String>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return HttpHeaders.of(Map.of(), (name, value) -> true);
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return URI.create("http://127.0.0.1/");
        }

        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
        }
    }
}
