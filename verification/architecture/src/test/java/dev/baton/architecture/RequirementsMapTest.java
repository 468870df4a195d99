package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequirementsMapTest {

    private static final OurNames NAMES = new OurNames();
    private static final List<RequirementsMap> ROWS =
            RequirementsMap.parse(Repository.read(Repository.root().resolve("docs/requirements-map.md")));

    @Test
    void everyRowNamesSomethingOfOurs() {
        assertThat(ROWS).hasSizeGreaterThan(100);
        assertThat(ROWS.stream().filter(row -> row.names().isEmpty())).isEmpty();
    }

    @Test
    void namesOnOurSideExistAndThoseToComeDoNot() {
        assertThat(ROWS.stream()
                        .flatMap(row -> row.names().stream()
                                .map(NAMES::wrong)
                                .flatMap(Optional::stream)
                                .map(problem -> row + ": " + problem)))
                .isEmpty();
    }

    @Test
    void whatWeDoNotHaveHasAReason() {
        assertThat(ROWS.stream().filter(row -> row.names().contains("none")))
                .allMatch(row -> !row.reason().isEmpty());
    }

    @Test
    void knowsWhatExists() {
        assertThat(List.of(
                        "class:dev.baton.LeaderGate",
                        "class:dev.baton.Strategy$Lease",
                        "method:dev.baton.LeaderGate#ensureEpoch",
                        "table:baton_leases",
                        "table:baton_leases.expires_at",
                        "function:baton_timeline",
                        "event:leader_lost",
                        "history:evicted",
                        "default:lease_duration=60s",
                        "test:knowsWhatExists",
                        "file:LICENSE",
                        "later:jobs:table:baton_nothing.at_all",
                        "none"))
                .allMatch(name -> NAMES.wrong(name).isEmpty());
    }

    @Test
    void catchesWhatDoesNotExist() {
        assertThat(List.of(
                        "class:dev.baton.Nobody",
                        "method:dev.baton.LeaderGate#openWide",
                        "table:baton_nothing",
                        "table:baton_leases.locked_by",
                        "function:baton_nothing",
                        "event:leader_bored",
                        "history:bored" + "om",
                        "default:lease_duration=61s",
                        "test:" + "isWrittenNowhere",
                        "file:NOTHING",
                        "metric:baton_" + "boredom"))
                .allMatch(name -> NAMES.wrong(name).isPresent());
    }

    @Test
    void catchesWhatIsCalledLaterAndIsHere() {
        assertThat(NAMES.wrong("later:jobs:class:dev.baton.LeaderGate")).isPresent();
        assertThat(NAMES.wrong("later:jobs:table:baton_leases.expires_at")).isPresent();
        assertThat(NAMES.wrong("later:contract:test:knowsWhatExists")).isPresent();
        assertThat(NAMES.wrong("later:jobs")).isPresent();
    }

    @Test
    void refusesAnUnknownKind() {
        assertThatThrownBy(() -> NAMES.wrong("thing:x")).hasMessageContaining("no kind 'thing'");
    }

    @Test
    void readsTables() {
        assertThat(RequirementsMap.parse("""
                | Theirs | Ours | Why |
                |---|---|---|
                | `a \\| b` | `class:x.Y` `none` | because |

                | other | table | here |
                |---|---|---|
                | not | `read` | |
                """))
                .containsExactly(new RequirementsMap(3, "`a \\| b`", List.of("class:x.Y", "none"), "because"));
    }
}
