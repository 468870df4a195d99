package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A newcomer who opens a module finds rooms of a size that can be taken in, and an order in which to read them. */
class PackagesTest {

    private static final String PLANTED = "dev.baton.architecture.planted.";

    @Test
    void noPackageIsCrowded() {
        assertThat(everywhere(Packages::crowded)).isEmpty();
    }

    @Test
    void noPackagesNeedEachOther() {
        assertThat(everywhere(Packages::cycles)).isEmpty();
    }

    @Test
    void seesEveryModule() {
        assertThat(everywhere(module -> List.copyOf(module.names())))
                .contains(
                        "dev.baton",
                        "dev.baton.sql.jdbc",
                        "dev.baton.jobs",
                        "dev.baton.submissions",
                        "dev.baton.alerts",
                        "dev.baton.shards",
                        "dev.baton.micrometer",
                        "dev.baton.opentelemetry",
                        "dev.baton.azure",
                        "dev.baton.shedlock",
                        "dev.baton.spring",
                        "dev.baton.testkit");
    }

    @Test
    void catchesACrowdedPackage() {
        assertThat(planted("crowded").crowded()).containsExactly(PLANTED + "crowded holds 31 types, at most 30");
    }

    @Test
    void catchesAnApiThatHoldsMoreThanItMay() {
        assertThat(planted("crowded").crowded(Map.of(PLANTED + "crowded", 25)))
                .containsExactly(PLANTED + "crowded holds 31 types, at most 25");
    }

    @Test
    void catchesPackagesThatNeedEachOther() {
        assertThat(planted("circle").cycles())
                .containsExactly(PLANTED + "circle and " + PLANTED + "circle.first and " + PLANTED
                        + "circle.second need each other");
    }

    @Test
    void takesOneWayForNoCircle() {
        assertThat(planted("sql").cycles()).isEmpty();
    }

    private static Packages planted(String name) {
        return new Packages(new ClassFileImporter().importPackages(PLANTED + name));
    }

    private static List<String> everywhere(Function<Packages, List<String>> rule) {
        return Repository.published().stream()
                .filter(module -> !Repository.files(module.resolve("src/main/java"), ".java")
                        .isEmpty())
                .flatMap(module -> rule.apply(Packages.of(module)).stream())
                .toList();
    }
}
