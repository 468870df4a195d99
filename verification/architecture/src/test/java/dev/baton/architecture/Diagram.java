package dev.baton.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The picture of the modules in ARCHITECTURE.md: a line for each layer, and whoever uses another stands above it. */
final class Diagram {

    private static final Pattern PICTURE = Pattern.compile("## Modules\\s+```\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern MODULE = Pattern.compile("baton-[a-z0-9-]+");

    private Diagram() {}

    /** What the picture says and the poms do not, or the other way round. */
    static List<String> lies(String page, Map<String, List<String>> usesOfModules) {
        List<String> found = new ArrayList<>();
        Map<String, Integer> layers = layers(page, found);
        layers.keySet().stream()
                .filter(module -> !usesOfModules.containsKey(module))
                .forEach(module -> found.add(module + " is drawn, but there is no such module"));
        usesOfModules.forEach((module, uses) -> {
            if (!layers.containsKey(module)) {
                found.add(module + " is not drawn");
                return;
            }
            uses.stream()
                    .filter(used -> layers.getOrDefault(used, Integer.MAX_VALUE) <= layers.get(module))
                    .forEach(used -> found.add(module + " uses " + used + ", which is not drawn below it"));
        });
        return found;
    }

    private static Map<String, Integer> layers(String page, List<String> found) {
        String picture = PICTURE.matcher(page)
                .results()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no picture below '## Modules'"))
                .group(1);
        Map<String, Integer> layers = new TreeMap<>();
        String[] lines = picture.split("\n");
        for (int line = 0; line < lines.length; line++) {
            for (MatchResult module : MODULE.matcher(lines[line]).results().toList()) {
                if (layers.put(module.group(), line) != null) {
                    found.add(module.group() + " is drawn twice");
                }
            }
        }
        return layers;
    }
}
