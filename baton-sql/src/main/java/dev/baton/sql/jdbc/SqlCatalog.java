package dev.baton.sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statements of one dialect, each in a resource of its own: {@code <folder>/<name>.sql}, or {@code common/<name>.sql}
 * where every database takes the same words.
 */
public final class SqlCatalog {

    private final Class<?> anchor;
    private final String folder;
    private final TableNames tables;
    private final Map<String, Optional<NamedSql>> statements = new ConcurrentHashMap<>();

    /**
     * @param anchor the class beside whose package the folders lie
     * @param folder the dialect's folder
     */
    public SqlCatalog(Class<?> anchor, String folder, TableNames tables) {
        this.anchor = anchor;
        this.folder = folder;
        this.tables = tables;
    }

    public NamedSql get(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no statement '" + name + "' for " + folder));
    }

    /** A statement that not every database has. */
    public Optional<NamedSql> find(String name) {
        return statements.computeIfAbsent(name, n -> text(n + ".sql").map(text -> NamedSql.parse(n, tables.in(text))));
    }

    /** A resource of this dialect as it stands. */
    public Optional<String> text(String file) {
        return read(folder + "/" + file).or(() -> read("common/" + file));
    }

    public TableNames tables() {
        return tables;
    }

    private Optional<String> read(String path) {
        try (InputStream in = anchor.getResourceAsStream(path)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
