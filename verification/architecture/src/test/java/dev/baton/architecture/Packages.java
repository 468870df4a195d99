package dev.baton.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How many types a package holds, and which packages need each other, in the compiled classes of one module. */
final class Packages {

    /** As many types as somebody can take in who opens a folder. */
    static final int MOST_TYPES = 30;

    /** Packages that are an API and nothing else hold less. */
    static final Map<String, Integer> SMALLER = Map.of("dev.baton.jobs", 25);

    private final Map<String, Set<String>> types = new TreeMap<>();
    private final Map<String, Set<String>> uses = new TreeMap<>();

    Packages(JavaClasses classes) {
        for (JavaClass type : classes) {
            String home = type.getPackageName();
            uses.computeIfAbsent(home, none -> new TreeSet<>());
            if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                types.computeIfAbsent(home, none -> new TreeSet<>()).add(type.getSimpleName());
            }
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                uses.get(home)
                        .add(dependency.getTargetClass().getBaseComponentType().getPackageName());
            }
        }
    }

    /** What a module was compiled to; a module without sources, as the BOM, has no packages. */
    static Packages of(Path module) {
        Path classes = module.resolve("target/classes");
        boolean hasSources =
                !Repository.files(module.resolve("src/main/java"), ".java").isEmpty();
        if (hasSources && !Files.isDirectory(classes)) {
            throw new IllegalStateException(
                    classes + " is missing: compile " + Repository.name(module) + " first," + " for example with -am");
        }
        return new Packages(new ClassFileImporter().importPath(classes));
    }

    Set<String> names() {
        return types.keySet();
    }

    /** The packages that hold more types than they may, each with the number. */
    List<String> crowded() {
        return crowded(SMALLER);
    }

    List<String> crowded(Map<String, Integer> smaller) {
        return types.entrySet().stream()
                .filter(entry -> entry.getValue().size() > smaller.getOrDefault(entry.getKey(), MOST_TYPES))
                .map(entry -> entry.getKey() + " holds " + entry.getValue().size() + " types, at most "
                        + smaller.getOrDefault(entry.getKey(), MOST_TYPES))
                .toList();
    }

    /** Groups of packages that cannot be understood one after the other, because each of a group leads to all of it. */
    List<String> cycles() {
        List<String> found = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        for (String name : types.keySet()) {
            Set<String> group = reachable(name).stream()
                    .filter(other -> reachable(other).contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (group.size() > 1 && seen.addAll(group)) {
                found.add(String.join(" and ", group) + " need each other");
            }
        }
        return found;
    }

    /** The packages of this module that one leads to; itself too if a way leads back. */
    private Set<String> reachable(String name) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            String from = open.pop();
            for (String next : uses.get(from)) {
                if (!next.equals(from) && types.containsKey(next) && reached.add(next)) {
                    open.push(next);
                }
            }
        }
        return reached;
    }
}
