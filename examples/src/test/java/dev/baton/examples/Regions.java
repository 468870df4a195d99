package dev.baton.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Marked parts of the examples, and the places in the documentation that show them. Whole files of a guide
 * ({@code <!-- file: … -->}) are built and run by the starter's GuideTest.
 */
final class Regions {

    private static final Pattern BLOCK = Pattern.compile(
            "(?<!-- file: \\S{1,200} -->\\n)(?:<!-- example: (\\S+)#(\\S+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);

    private Regions() {}

    /** A block of Java code in a document, with the example that it claims to show. */
    record Block(Optional<String> file, String region, String code) {}

    static List<Block> blocks(String markdown) {
        List<Block> found = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(markdown);
        while (matcher.find()) {
            found.add(new Block(Optional.ofNullable(matcher.group(1)), matcher.group(2), matcher.group(3)));
        }
        return found;
    }

    /** What is wrong with a block: it names no example, or differs from it. */
    static Optional<String> wrong(Block block, Path root) throws Exception {
        if (block.file().isEmpty()) {
            return Optional.of("Java code that is not taken from an example:\n" + block.code());
        }
        Path file = root.resolve(block.file().get());
        Optional<String> region =
                Files.exists(file) ? region(Files.readString(file), block.region()) : Optional.empty();
        if (region.isEmpty()) {
            return Optional.of("no region " + block.region() + " in " + file);
        }
        return region.get().equals(block.code())
                ? Optional.empty()
                : Optional.of("differs from " + file + "#" + block.region() + ", which says:\n" + region.get());
    }

    /** The lines of a region, moved to the left. */
    static Optional<String> region(String java, String name) {
        Pattern region = Pattern.compile(
                "(?s)^ *// region " + Pattern.quote(name) + "\\n(.*?)^ *// endregion", Pattern.MULTILINE);
        Matcher matcher = region.matcher(java);
        return matcher.find() ? Optional.of(matcher.group(1).stripTrailing().stripIndent() + "\n") : Optional.empty();
    }
}
