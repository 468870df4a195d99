package dev.baton.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;

/** The compiled code that the rules are about, and the planted violations that they must catch. */
final class Libraries {

    private static final JavaClasses LIBRARIES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location ->
                    !location.contains("baton-architecture") && !location.contains("verification/architecture"))
            .withImportOption(location -> !location.contains("baton-testkit"))
            .importPackages("dev.baton");

    private Libraries() {}

    static JavaClasses all() {
        return LIBRARIES;
    }

    /** Of every module, also of those that are not on this one's class path: as the build has compiled them. */
    static JavaClasses ofAllModules() {
        return new ClassFileImporter()
                .importPaths(Repository.published().stream()
                        .filter(module -> !Repository.name(module).equals("baton-testkit"))
                        .map(module -> module.resolve("target/classes"))
                        .filter(Files::isDirectory)
                        .toList());
    }

    static JavaClasses planted(Class<?>... fixtures) {
        return new ClassFileImporter().importClasses(fixtures);
    }
}
