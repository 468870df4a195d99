package dev.baton.sql.jdbc;

import dev.baton.sql.schema.TableNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The statements of one module in one dialect, read from a file per subject: {@code <folder>/<subject>.sql}, and
 * {@code common/<subject>.sql} where every database takes the same words. A dialect that differs from another in a few
 * words has a folder for those, and the other's behind it.
 */
public final class SqlCatalog {

    /**
     * How long a list can be that is written into a statement: few, for each is a statement of its own for the database; but a list
     * that is filled up to the next size is seldom twice as long as it had to be, for the server works on every place of it.
     */
    public static final List<Integer> LIST_SIZES = List.of(1, 3, 10, 25, 50, 100, 150, 200, 300, 500);

    private static final String COMMON = "common";

    private final List<String> folders;
    private final TableNames tables;
    private final DialectWords words;
    private final Map<String, String> texts;
    private final Map<String, NamedSql> statements = new ConcurrentHashMap<>();

    /** @param folders the dialect's folders, the nearest first */
    public SqlCatalog(SqlSubjects subjects, List<String> folders, TableNames tables) {
        this.folders = List.copyOf(folders);
        this.tables = tables;
        this.words = DialectWords.of(folders);
        this.texts = load(subjects, this.folders);
    }

    /** The same dialect and tables, with the statements of another module. */
    public SqlCatalog statementsOf(SqlSubjects others) {
        return new SqlCatalog(others, folders, tables);
    }

    public NamedSql get(String name) {
        return statements.computeIfAbsent(name, n -> NamedSql.parse(n, text(n), words.typesUnicode()));
    }

    /**
     * A statement whose {@code IN (:list)} takes so many values, as {@code :list_1}, {@code :list_2} and so on: for databases
     * that take no arrays. Each size is a statement of its own for the database, so there should be few.
     */
    public NamedSql get(String name, String list, int size) {
        return statements.computeIfAbsent(name + " of " + size, n -> {
            String each = IntStream.rangeClosed(1, size)
                    .mapToObj(i -> ":" + list + "_" + i)
                    .collect(Collectors.joining(", "));
            return NamedSql.parse(name, text(name).replace("(:" + list + ")", "(" + each + ")"), words.typesUnicode());
        });
    }

    /**
     * A statement with {@code ${each(...)}}, for a list that is so long: one of {@link #LIST_SIZES}. What the first of the list
     * is given under a name, the others are given by {@link Command#set(int, String, Object)}.
     */
    public NamedSql get(String name, int size) {
        if (!LIST_SIZES.contains(size)) {
            throw new IllegalArgumentException("a list of " + size + " for '" + name + "': only of " + LIST_SIZES);
        }
        return size == 1
                ? get(name)
                : statements.computeIfAbsent(
                        name + " for each of " + size,
                        n -> NamedSql.parse(name, words.in(named(name), size).strip(), words.typesUnicode()));
    }

    /** Whether a statement takes lists. */
    public boolean takesLists(String name) {
        return named(name).contains("${each(");
    }

    /** The names of all statements that this dialect has. */
    public Set<String> names() {
        return Set.copyOf(texts.keySet());
    }

    /** A statement as it goes to the database, its parameters still by their names. */
    public String text(String name) {
        return words.in(named(name)).strip();
    }

    private String named(String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException("no statement '" + name + "' for " + dialect());
        }
        return tables.in(text);
    }

    /** A file of this dialect as it stands, beside a class. */
    public Optional<String> file(Class<?> anchor, String path) {
        return inOrder(folders)
                .flatMap(folder -> read(anchor, folder + "/" + path).stream())
                .findFirst();
    }

    /** The dialect's name. */
    public String dialect() {
        return folders.get(0);
    }

    public TableNames tables() {
        return tables;
    }

    private static Stream<String> inOrder(List<String> folders) {
        return Stream.concat(folders.stream(), Stream.of(COMMON));
    }

    private static Map<String, String> load(SqlSubjects subjects, List<String> folders) {
        Map<String, String> nearest = new HashMap<>();
        Set<String> missing = new TreeSet<>(subjects.names());
        inOrder(folders).forEach(folder -> {
            Map<String, String> here = new HashMap<>();
            for (String subject : subjects.names()) {
                String path = subjects.folder() + "/" + folder + "/" + subject + ".sql";
                read(subjects.anchor(), path).ifPresent(text -> {
                    missing.remove(subject);
                    SubjectFile.parse(path, text).forEach((name, statement) -> add(here, name, statement, path));
                });
            }
            here.forEach(nearest::putIfAbsent);
        });
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "no file for the subjects " + missing + " in " + subjects.folder() + " for " + folders.get(0));
        }
        return Map.copyOf(nearest);
    }

    private static void add(Map<String, String> here, String name, String statement, String path) {
        if (here.put(name, statement) != null) {
            throw new IllegalStateException("the statement '" + name + "' of " + path + " is in another file as well");
        }
    }

    private static Optional<String> read(Class<?> anchor, String path) {
        try (InputStream in = anchor.getResourceAsStream(path)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
