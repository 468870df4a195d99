package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {

    private final Router router = new Router(List.of(
            Route.get("/v1/things/{id}", Access.VIEWER, call -> Answer.empty(200)),
            Route.post("/v1/things:batch", Access.VIEWER, call -> Answer.empty(200))));

    @Test
    void decodesASegmentAfterSplitting() {
        assertThat(router.find("GET", "/v1/things/a%2Fb%20%C3%A4").parameters()).containsEntry("id", "a/b ä");
        assertThat(router.find("GET", "/v1/things/%2E%2E").parameters()).containsEntry("id", "..");
        assertThat(router.find("HEAD", "/v1/things/x").route().method()).isEqualTo("GET");
        assertThat(router.find("POST", "/v1/things%3Abatch").route().path()).isEqualTo("/v1/things:batch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/things/%", "/v1/things/%4", "/v1/things/%zz", "/v1/things/%FF", "v1"})
    void refusesWhatCannotBeDecoded(String path) {
        assertThatThrownBy(() -> router.find("GET", path))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v1/things", "/v1/things/", "/v1/things/a/b", "/v1/../v1/things/a", "//v1/things/a"})
    void knowsNothingElse(String path) {
        assertThatThrownBy(() -> router.find("GET", path))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(404));
    }

    @Test
    void saysWhichMethodsThereAre() {
        assertThatThrownBy(() -> router.find("POST", "/v1/things/a")).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status()).isEqualTo(405);
            assertThat(problem).hasMessageContaining("GET");
        });
    }
}
