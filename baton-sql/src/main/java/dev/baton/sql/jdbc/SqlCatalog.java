package dev.baton.sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statements of one dialect, each in a resource of its own: {@code <folder>/<name>.sql}, or {@code common/<name>.sql}
 * where every database takes the same words. A dialect that differs from another in a few words has a folder for those,
 * and the other's behind it.
 */
public final class SqlCatalog {

    private final Class<?> anchor;
    private final String root;
    private final List<String> folders;
    private final TableNames tables;
    private final Map<String, Optional<NamedSql>> statements = new ConcurrentHashMap<>();

    /**
     * @param anchor the class beside whose package the folders lie
     * @param folders the dialect's folders, the nearest first
     */
    public SqlCatalog(Class<?> anchor, List<String> folders, TableNames tables) {
        this(anchor, "", folders, tables);
    }

    /**
     * @param anchor a class of the module that the folders are in
     * @param root where the folders lie, from the root of the module's resources
     */
    public SqlCatalog(Class<?> anchor, String root, List<String> folders, TableNames tables) {
        this.anchor = anchor;
        this.root = root;
        this.folders = List.copyOf(folders);
        this.tables = tables;
    }

    /** The same dialect and tables, with the resources that lie beside another class. */
    public SqlCatalog beside(Class<?> other) {
        return new SqlCatalog(other, folders, tables);
    }

    public NamedSql get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("no statement '" + name + "' for " + dialect()));
    }

    /** A statement that not every database has. */
    public Optional<NamedSql> find(String name) {
        return statements.computeIfAbsent(name, n -> text(n + ".sql").map(text -> NamedSql.parse(n, tables.in(text))));
    }

    /** A resource of this dialect as it stands. */
    public Optional<String> text(String file) {
        return folders.stream()
                .flatMap(folder -> read(folder + "/" + file).stream())
                .findFirst()
                .or(() -> read("common/" + file));
    }

    /** The dialect's name. */
    public String dialect() {
        return folders.get(0);
    }

    public TableNames tables() {
        return tables;
    }

    private Optional<String> read(String path) {
        try (InputStream in = anchor.getResourceAsStream(root + path)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
