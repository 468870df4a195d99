package dev.baton.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Inputs that are kept: where a fuzzer begins, and what one has found. */
class CorpusTest {

    private static final Path CORPUS = Path.of("corpus");

    record Input(FuzzTarget target, Path file) {

        @Override
        public String toString() {
            return CORPUS.relativize(file).toString();
        }
    }

    private static List<Path> files(FuzzTarget target) throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve(target.label()))) {
            return files.sorted().toList();
        }
    }

    static Stream<Input> inputs() {
        return Arrays.stream(FuzzTarget.values()).flatMap(target -> {
            try {
                return files(target).stream().map(file -> new Input(target, file));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void isTakenOrRefusedAsItShould(Input input) throws Exception {
        input.target().feed(Files.readAllBytes(input.file()));
    }

    @ParameterizedTest
    @EnumSource(FuzzTarget.class)
    void everyTargetHasSomethingToBeginWith(FuzzTarget target) throws IOException {
        assertThat(files(target)).isNotEmpty();
    }

    /** A fuzzer does not guess paths: a new route has a request here, or it would be forgotten. */
    @Test
    void everyRouteHasARequest() throws Exception {
        TreeSet<String> routes = new TreeSet<>();
        HttpRequest question = HttpRequest.newBuilder(HttpRequests.node().resolve("/openapi.json"))
                .build();
        JsonNode api = JsonMapper.shared()
                .readTree(HttpClient.newHttpClient()
                        .send(question, BodyHandlers.ofString())
                        .body());
        for (Map.Entry<String, JsonNode> path : api.path("paths").properties()) {
            path.getValue().propertyNames().forEach(method -> routes.add(method + " " + path.getKey()));
        }
        assertThat(routes).isNotEmpty();
        for (Path file : files(FuzzTarget.HTTP)) {
            String[] words = Files.readString(file, StandardCharsets.ISO_8859_1).split("[ ?]", 3);
            routes.removeIf(route -> isOf(route, words[0], words[1]));
        }
        assertThat(routes).as("routes without a request in corpus/http").isEmpty();
    }

    private static boolean isOf(String route, String method, String path) {
        String[] words = route.split(" ");
        String pattern = words[1].replaceAll("\\{[a-zA-Z]+}", "[^/]+");
        return words[0].equalsIgnoreCase(method) && path.matches(pattern);
    }
}
