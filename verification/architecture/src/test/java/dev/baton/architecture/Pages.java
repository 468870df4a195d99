package dev.baton.architecture;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What pages for readers of the code name: types and modules, which are renamed and come while the page stays. */
final class Pages {

    private static final Pattern BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern MODULE = Pattern.compile("<module>(?:[^<]*/)?([^</]+)</module>");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");

    /** A word that can be nothing but a type of ours; a single hump may be an attribute or a word of a protocol. */
    private static final Pattern TYPE = Pattern.compile("`@?([A-Z][a-z0-9]+(?:[A-Z]\\w*)+)(?:[.#(][^`]*)?`");

    /** The name of a thread or its beginning, where threads are made. */
    private static final Pattern THREAD =
            Pattern.compile("(?:Threads\\.\\w+\\(|new Thread\\([^;\"]*)\\s*\"(baton[a-z-]*)");

    private Pages() {}

    /** Types that a page names and nobody declares. */
    static List<String> unknownTypes(String page, Set<String> declared) {
        return TYPE.matcher(BLOCK.matcher(page).replaceAll(""))
                .results()
                .map(match -> match.group(1))
                .filter(name -> !declared.contains(name))
                .distinct()
                .toList();
    }

    /** The types that sources declare, nested ones too. */
    static Set<String> declared(Collection<String> sources) {
        return sources.stream()
                .flatMap(source -> DECLARED.matcher(source).results())
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    /** Threads that sources make and a page does not name. */
    static List<String> unnamedThreads(String page, Collection<String> sources) {
        return sources.stream()
                .flatMap(source -> THREAD.matcher(source).results())
                .map(match -> match.group(1))
                .distinct()
                .filter(thread -> !page.contains("`" + thread))
                .toList();
    }

    /** Modules of a pom that a page does not name. */
    static List<String> unnamedModules(String page, String pom) {
        return MODULE.matcher(pom)
                .results()
                .map((MatchResult match) -> match.group(1))
                .filter(module -> !Pattern.compile("[`/]" + Pattern.quote(module) + "`")
                        .matcher(page)
                        .find())
                .toList();
    }
}
