package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.lang.ArchRule;
import dev.baton.architecture.planted.ApiWithMachinery;
import dev.baton.architecture.planted.Leak;
import dev.baton.architecture.planted.Stranger;
import dev.baton.architecture.planted.UsesTheTestkit;
import dev.baton.architecture.planted.election.Machinery;
import dev.baton.architecture.planted.spi.CuriousSpi;
import dev.baton.architecture.planted.sql.Facade;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DirectionsTest {

    private static final String PLANTED = "dev.baton.architecture.planted";

    static Stream<Arguments> rules() {
        return Stream.of(
                rule("core knows no JDBC", Directions::coreKnowsNoJdbc, Leak.class),
                rule("core uses only slf4j", Directions::coreUsesOnlySlf4j, Stranger.class),
                rule("the API stands alone", Directions::apiStandsAlone, ApiWithMachinery.class),
                rule("the SPI knows only the API", Directions::spiKnowsOnlyTheApi, CuriousSpi.class),
                rule("the election is internal", Directions::electionIsInternal, ApiWithMachinery.class),
                rule(
                        "the schema is the bottom",
                        Directions::schemaIsTheBottom,
                        dev.baton.architecture.planted.sql.schema.Upward.class),
                rule(
                        "jdbc knows only the schema",
                        Directions::jdbcKnowsOnlyTheSchema,
                        dev.baton.architecture.planted.sql.jdbc.Upward.class),
                rule(
                        "dialects know only jdbc",
                        Directions::dialectsKnowOnlyJdbc,
                        dev.baton.architecture.planted.sql.dialect.Upward.class),
                rule(
                        "migrations know dialects and jdbc",
                        Directions::migrationsKnowDialectsAndJdbc,
                        dev.baton.architecture.planted.sql.migration.Upward.class),
                rule(
                        "the database knows nobody who uses it",
                        Directions::theDatabaseKnowsNobodyWhoUsesIt,
                        dev.baton.architecture.planted.sql.database.Upward.class),
                rule(
                        "stores know the database and no migration",
                        Directions::storesKnowTheDatabaseAndNoMigration,
                        dev.baton.architecture.planted.sql.election.Upward.class),
                rule("nothing uses the proofs", Directions::nothingUsesTheProofs, UsesTheTestkit.class));
    }

    private static Arguments rule(String name, Function<String, ArchRule> rule, Class<?> violation) {
        return arguments(name, rule, violation);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void holds(String name, Function<String, ArchRule> rule, Class<?> violation) {
        rule.apply("dev.baton").check(Libraries.all());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void catchesThePlantedViolation(String name, Function<String, ArchRule> rule, Class<?> violation) {
        assertThat(rule.apply(PLANTED)
                        .evaluate(Libraries.planted(violation, Machinery.class, Facade.class))
                        .hasViolation())
                .as(name)
                .isTrue();
    }

    @Test
    void theRulesSeeTheLibraries() {
        assertThat(Libraries.all().stream().map(type -> type.getPackageName()).distinct())
                .contains(
                        "dev.baton",
                        "dev.baton.spi",
                        "dev.baton.election",
                        "dev.baton.sql",
                        "dev.baton.sql.jdbc",
                        "dev.baton.submissions",
                        "dev.baton.submissions.executor",
                        "dev.baton.jobs")
                .doesNotContain("dev.baton.architecture", "dev.baton.testkit");
    }

    @Test
    void modulesUseOnlyWhatIsBelowThem() {
        for (var module : Repository.published()) {
            String pom = Repository.read(module.resolve("pom.xml"));
            assertThat(Poms.forbidden(Repository.name(module), withoutManagement(pom)))
                    .as("%s may not use", Repository.name(module))
                    .isEmpty();
        }
    }

    /** A BOM lists versions and uses nothing. */
    private static String withoutManagement(String pom) {
        return pom.replaceAll("(?s)<dependencyManagement>.*?</dependencyManagement>", "");
    }

    @Test
    void catchesAModuleThatUsesWhatIsAboveIt() {
        assertThat(Poms.forbidden("baton-core", pomWith("baton-sql", ""))).isEqualTo(List.of("baton-sql"));
        assertThat(Poms.forbidden("baton-sql", pomWith("baton-examples", ""))).isEqualTo(List.of("baton-examples"));
        assertThat(Poms.forbidden("baton-jobs", pomWith("baton-submissions", "")))
                .isEqualTo(List.of("baton-submissions"));
        assertThat(Poms.forbidden("baton-server", pomWith("baton-testkit", ""))).isEqualTo(List.of("baton-testkit"));
        assertThat(Poms.forbidden("baton-server", pomWith("baton-testkit", "<scope>test</scope>")))
                .isEmpty();
    }

    private static String pomWith(String module, String scope) {
        return "<dependency>\n  <groupId>dev.baton</groupId>\n  <artifactId>" + module + "</artifactId>" + scope
                + "</dependency>";
    }
}
