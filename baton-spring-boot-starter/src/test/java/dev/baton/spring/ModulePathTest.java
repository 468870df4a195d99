package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.reflect.AccessibleObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The starter as a module, with the Spring Boot of this build: some types that it uses are in one module on 3.5 and in
 * another on 4.
 */
class ModulePathTest {

    /** The starter needs only some of them; an application has them all. */
    private static final Set<String> MODULES = Set.of(
            "dev.baton.spring",
            "dev.baton.jobs",
            "dev.baton.micrometer",
            "dev.baton.opentelemetry",
            "dev.baton.shards",
            "dev.baton.submissions",
            "com.zaxxer.hikari",
            "tools.jackson.databind");

    /** Of Spring Boot 3.5 alone. */
    private static final String JACKSON_2 = "com.fasterxml.jackson.databind";

    private static final List<String> LIBRARIES = List.of(
            "spring-",
            "commons-logging-",
            "jspecify-",
            "slf4j-api-",
            "micrometer-",
            "opentelemetry-",
            "HikariCP-",
            "jackson-",
            "resilience4j-");

    @Test
    void whatIsFoundOnTheClassPathIsFoundOnTheModulePath() throws Exception {
        ModuleLayer layer = layer();
        Module starter = layer.findModule("dev.baton.spring").orElseThrow();
        Set<String> types = types(layer);

        assertThat(starter.getDescriptor().isAutomatic()).isFalse();
        assertThat(types).contains("dev.baton.spring.poolsize.PoolSizeCheck");
        assertThat(broken(types, layer.findLoader(starter.getName())))
                .isEqualTo(broken(types, getClass().getClassLoader()))
                .hasSizeLessThan(types.size() / 10);
    }

    private static ModuleLayer layer() {
        Path[] path = Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .map(Path::of)
                .filter(ModulePathTest::isWanted)
                .toArray(Path[]::new);
        ModuleFinder finder = ModuleFinder.of(path);
        Set<String> roots = new TreeSet<>(MODULES);
        finder.find(JACKSON_2).ifPresent(found -> roots.add(JACKSON_2));
        Configuration modules = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), roots);
        return ModuleLayer.boot().defineModulesWithOneLoader(modules, ClassLoader.getPlatformClassLoader());
    }

    /** A folder of classes, or a jar of what the starter stands on. */
    private static boolean isWanted(Path entry) {
        String name = entry.getFileName().toString();
        return name.equals("classes")
                || (name.startsWith("baton-") && !name.startsWith("baton-testkit"))
                || LIBRARIES.stream().anyMatch(name::startsWith);
    }

    private static Set<String> types(ModuleLayer layer) throws IOException {
        try (ModuleReader reader = layer.configuration()
                        .findModule("dev.baton.spring")
                        .orElseThrow()
                        .reference()
                        .open();
                Stream<String> files = reader.list()) {
            Set<String> types = new TreeSet<>();
            files.filter(file -> file.endsWith(".class") && file.contains("/"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .forEach(file -> types.add(file.replace('/', '.')));
            return types;
        }
    }

    /** To tell of them, each type that they name has to be found. */
    private static List<AccessibleObject> members(Class<?> type) {
        return Stream.<AccessibleObject[]>of(
                        type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getDeclaredFields())
                .flatMap(Stream::of)
                .toList();
    }

    /** With what is missing: a type, or one that it refers to. */
    private static Set<String> broken(Set<String> types, ClassLoader loader) {
        Set<String> broken = new TreeSet<>();
        for (String type : types) {
            try {
                assertThat(members(Class.forName(type, true, loader))).as(type).isNotNull();
            } catch (ClassNotFoundException | LinkageError e) {
                broken.add(type + ": " + e);
            }
        }
        return broken;
    }
}
