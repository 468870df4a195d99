package dev.baton.sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that a dialect has for what every database can say: {@code ${now}}, {@code ${later(${now}, :lease_ms)}}. A
 * statement that uses them stands once, in {@code common}, for all databases. Each dialect's words are in its
 * {@code words.properties}, with {@code {1}}, {@code {2}} for what stands in the brackets, between commas, and {@code {all}}
 * for the whole. One word is the same for all: {@code ${each(...)}} stands as often as a list is long, between commas.
 */
final class DialectWords {

    /** A word whose brackets hold no other: those inside are replaced before those around them. */
    private static final Pattern USE = Pattern.compile("\\$\\{([a-z_]+)(?:\\(([^${}]*)\\))?\\}");

    private static final String EACH = "each";

    private static final Pattern PARAMETER = Pattern.compile("('[^']*'|::)|(:[a-z][a-z0-9_]*)");

    private static final Pattern OPEN = Pattern.compile("\\{(\\d|all)\\}");

    private static final String FOLDER = "/dev/baton/sql/";

    private final String dialect;
    private final Map<String, String> words = new HashMap<>();

    private DialectWords(String dialect) {
        this.dialect = dialect;
    }

    /** @param folders the dialect's folders, the nearest first */
    static DialectWords of(List<String> folders) {
        DialectWords words = new DialectWords(folders.get(0));
        for (String folder : folders) {
            read(FOLDER + folder + "/words.properties")
                    .forEach((name, text) -> words.words.putIfAbsent((String) name, (String) text));
        }
        return words;
    }

    /** A statement in which every word is replaced, for lists of one. */
    String in(String statement) {
        return in(statement, 1);
    }

    /** A statement in which every word is replaced, for lists of so many. */
    String in(String statement, int size) {
        String text = statement;
        for (Matcher use = USE.matcher(text); use.find(); use = USE.matcher(text)) {
            text = text.substring(0, use.start()) + said(use.group(1), use.group(2), size) + text.substring(use.end());
        }
        if (text.contains("${")) {
            throw new IllegalStateException("brackets are left open in: " + text.substring(text.indexOf("${")));
        }
        return text;
    }

    private String said(String word, String brackets, int size) {
        if (word.equals(EACH)) {
            return each(brackets, size);
        }
        String text = words.get(word);
        if (text == null) {
            throw new IllegalStateException("no word '" + word + "' for " + dialect);
        }
        String filled = brackets == null ? text : filled(text, brackets);
        Matcher open = OPEN.matcher(filled);
        if (open.find()) {
            throw new IllegalStateException(
                    "'" + word + "' of " + dialect + " lacks " + open.group() + " in its brackets");
        }
        return filled;
    }

    /** The parameters of the first keep their names, those of the second become {@code :name_2}, and so on. */
    private static String each(String brackets, int size) {
        StringBuilder list = new StringBuilder(brackets);
        for (int i = 2; i <= size; i++) {
            String place = "_" + i;
            list.append(", ")
                    .append(PARAMETER
                            .matcher(brackets)
                            .replaceAll(found -> Matcher.quoteReplacement(
                                    found.group(2) == null ? found.group() : found.group() + place)));
        }
        return list.toString();
    }

    /** Whether Unicode text has a type of its own, as SQL Server's {@code nvarchar} beside {@code varchar}. */
    boolean typesUnicode() {
        return words.containsKey("unicode") && !in("${unicode(?, 1)}").equals("?");
    }

    Set<String> names() {
        return Set.copyOf(words.keySet());
    }

    private static String filled(String text, String brackets) {
        String filled = text.replace("{all}", brackets);
        int number = 1;
        for (int begin = 0, end; begin <= brackets.length(); begin = end + 1) {
            end = comma(brackets, begin);
            filled = filled.replace(
                    "{" + number++ + "}", brackets.substring(begin, end).strip());
        }
        return filled;
    }

    /** Where the next comma is that stands in no brackets of its own, or the end. */
    private static int comma(String text, int begin) {
        int depth = 0;
        for (int i = begin; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                return i;
            }
        }
        return text.length();
    }

    private static Properties read(String path) {
        Properties words = new Properties();
        try (InputStream in = DialectWords.class.getResourceAsStream(path)) {
            if (in != null) {
                words.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
