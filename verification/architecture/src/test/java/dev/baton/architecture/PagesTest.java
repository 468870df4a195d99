package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages name what is there. */
class PagesTest {

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md", "docs/threat-model.md", "docs/guides/databases.md"})
    void typesOfAPageExist(String page) {
        Set<String> declared = Pages.declared(
                Repository.allSources().stream().map(Repository::read).toList());
        assertThat(declared).contains("LeaderGate", "PagesTest");
        assertThat(Pages.unknownTypes(read(page), declared)).isEmpty();
    }

    @Test
    void catchesATypeThatWasRenamed() {
        Set<String> declared = Pages.declared(List.of("final class NewName {\n record Inner() {}\n}"));
        assertThat(declared).containsExactlyInAnyOrder("NewName", "Inner");
        assertThat(Pages.unknownTypes(
                        "`NewName.of()` does what `OldName` and `OldName#did` did, `Secure`.\n```\n`OtherName`\n```\n",
                        declared))
                .isEqualTo(List.of("OldName"));
    }

    @Test
    void everyModuleHasItsPlace() {
        assertThat(Pages.unnamedModules(read("CONTRIBUTING.md"), read("pom.xml")))
                .isEmpty();
    }

    @Test
    void catchesAModuleThatNobodyIsToldOf() {
        String pom =
                "<module>baton-core</module> <module>verification/model</module> <module>verification/new</module>";
        assertThat(Pages.unnamedModules("| `baton-core-old`, `verification/model` |", pom))
                .isEqualTo(List.of("baton-core", "new"));
    }

    @Test
    void everyThreadIsTold() {
        List<String> sources =
                Repository.librarySources().stream().map(Repository::read).toList();
        assertThat(Pages.unnamedThreads("", sources)).contains("baton-gate-watch", "baton-elector-", "baton-close-");
        assertThat(Pages.unnamedThreads(read("ARCHITECTURE.md"), sources)).isEmpty();
    }

    @Test
    void catchesAThreadThatNobodyIsToldOf() {
        assertThat(Pages.unnamedThreads(
                        "| `baton-told-<role>` |",
                        List.of(
                                "Threads.daemon(\"baton-told-\" + role, this::run);",
                                "new Thread(\n    () -> end(a, b), \"baton-untold\")",
                                "Threads.daemons(\n   \"baton-secret\")")))
                .isEqualTo(List.of("baton-untold", "baton-secret"));
    }

    private static String read(String page) {
        return Repository.read(Repository.root().resolve(page));
    }
}
