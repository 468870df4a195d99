package dev.baton.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;

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

    /** jdbc knows neither dialects nor schema. */
    static ArchRule jdbcIsTheBottom(String root) {
        return noClasses()
                .that(resideInAPackage(root + ".sql.jdbc.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".sql..").and(not(resideInAPackage(root + ".sql.jdbc.."))))
                .because("jdbc is below everything else of baton-sql");
    }

    static ArchRule dialectsKnowOnlyJdbc(String root) {
        return noClasses()
                .that(resideInAPackage(root + ".sql.dialect.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".sql..")
                        .and(not(resideInAnyPackage(root + ".sql.jdbc..", root + ".sql.dialect.."))))
                .because("a dialect says what differs between databases and decides nothing");
    }

    static ArchRule schemaKnowsDialectsAndJdbc(String root) {
        return noClasses()
                .that(resideInAPackage(root + ".sql.schema.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".sql..")
                        .and(not(resideInAnyPackage(
                                root + ".sql.jdbc..", root + ".sql.dialect..", root + ".sql.schema.."))))
                .because("migrations are applied to a database, whoever uses it afterwards");
    }

    static ArchRule theDatabaseKnowsNobodyWhoUsesIt(String root) {
        return noClasses()
                .that(resideInAPackage(root + ".sql.database.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".sql..")
                        .and(not(resideInAnyPackage(
                                root + ".sql.jdbc..",
                                root + ".sql.dialect..",
                                root + ".sql.schema..",
                                root + ".sql.database.."))))
                .because("a database is found fit before anybody uses it");
    }

    static ArchRule storesKnowTheDatabaseAndNoSchema(String root) {
        return noClasses()
                .that(resideInAPackage(root + ".sql.election.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".sql..")
                        .and(not(resideInAnyPackage(
                                root + ".sql.jdbc..",
                                root + ".sql.dialect..",
                                root + ".sql.database..",
                                root + ".sql.election.."))))
                .because("a store uses a database that was found fit, and nothing of the library around it");
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
