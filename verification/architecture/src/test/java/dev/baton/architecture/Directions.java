package dev.baton.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/**
 * Who may know whom. Each rule takes the root package, so that the same rule runs on the libraries ({@code dev.baton})
 * and on the planted violations.
 */
final class Directions {

    private Directions() {}

    /** Core elects without knowing what a database is. */
    static ArchRule coreKnowsNoJdbc(String root) {
        return noClasses()
                .that(core(root))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", root + ".sql..")
                .because("baton-core knows no database; what it needs of one is the SPI");
    }

    /** A user of the core pulls in slf4j-api and nothing else. */
    static ArchRule coreUsesOnlySlf4j(String root) {
        return classes()
                .that(core(root))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.slf4j..", root + ".."))
                .because("slf4j-api is the only library that baton-core may bring along");
    }

    /** The API is what users read first: it stands on nothing of ours. */
    static ArchRule apiStandsAlone(String root) {
        return classes()
                .that(resideInAPackage(root))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", root))
                .because("the API package must not pull in the machinery behind it");
    }

    static ArchRule spiKnowsOnlyTheApi(String root) {
        return classes()
                .that(resideInAPackage(root + ".spi.."))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", root, root + ".spi.."))
                .because("a store is written against the API and the SPI, without the election behind them");
    }

    /** The election is internal: a module that wants it must be a friend, as baton-sql is. */
    static ArchRule electionIsInternal(String root) {
        return noClasses()
                .that(not(resideInAnyPackage(root + ".election..", root + ".sql..")))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".election.."))
                .because("dev.baton.election belongs to baton-sql");
    }

    /** What users name and bring: it stands on nothing. */
    static ArchRule schemaIsTheBottom(String root) {
        return onlyKnows(root, ".sql.schema..").because("users name their tables without the machinery behind");
    }

    static ArchRule jdbcKnowsOnlyTheSchema(String root) {
        return onlyKnows(root, ".sql.jdbc..", ".sql.schema..")
                .because("a statement has the names of tables in it, and knows nothing else of baton-sql");
    }

    static ArchRule dialectsKnowOnlyJdbc(String root) {
        return onlyKnows(root, ".sql.dialect..", ".sql.schema..", ".sql.jdbc..")
                .because("a dialect says what differs between databases and decides nothing");
    }

    static ArchRule migrationsKnowDialectsAndJdbc(String root) {
        return onlyKnows(root, ".sql.migration..", ".sql.schema..", ".sql.jdbc..", ".sql.dialect..")
                .because("migrations are applied to a database, whoever uses it afterwards");
    }

    static ArchRule theDatabaseKnowsNobodyWhoUsesIt(String root) {
        return onlyKnows(root, ".sql.database..", ".sql.schema..", ".sql.jdbc..", ".sql.dialect..", ".sql.migration..")
                .because("a database is found fit before anybody uses it");
    }

    static ArchRule storesKnowTheDatabaseAndNoMigration(String root) {
        return onlyKnows(root, ".sql.election..", ".sql.schema..", ".sql.jdbc..", ".sql.dialect..", ".sql.database..")
                .because("a store uses a database that was found fit, and nothing of the library around it");
    }

    /** A package of baton-sql, and those of it that it may know. */
    private static ArchRule onlyKnows(String root, String home, String... known) {
        String[] allowed = Stream.concat(Stream.of(home), Stream.of(known))
                .map(name -> root + name)
                .toArray(String[]::new);
        return noClasses()
                .that(resideInAPackage(root + home))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".sql..").and(not(resideInAnyPackage(allowed))));
    }

    /** What proves the product is no part of it. */
    static ArchRule nothingUsesTheProofs(String root) {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        root + ".simulation..",
                        root + ".model..",
                        root + ".interleavings..",
                        root + ".contract..",
                        root + ".failures..",
                        root + ".fuzz..",
                        root + ".chaos..",
                        root + ".testkit..",
                        root + ".examples..",
                        root + ".bench..",
                        root + ".report..")
                .because("examples, benchmarks and proofs may use the libraries, never the other way round");
    }

    private static DescribedPredicate<JavaClass> core(String root) {
        return resideInAnyPackage(root, root + ".spi..", root + ".election..", root + ".support..");
    }
}
