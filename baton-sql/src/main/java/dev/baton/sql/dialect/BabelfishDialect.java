package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Babelfish, a PostgreSQL that speaks SQL Server's language but shows its locks in its own views. */
final class BabelfishDialect extends SqlServerDialect {

    private static final Logger LOG = LoggerFactory.getLogger(BabelfishDialect.class);

    /** All statements were seen understood by 4.3. */
    private static final ServerVersion OLDEST = new ServerVersion(4, 0);

    /** The number of every error for which SQL Server has none, as of a full disk. */
    private static final int UNMAPPED = 33557097;

    @Override
    public String folder() {
        return "babelfish";
    }

    @Override
    public List<String> folders() {
        return List.of(folder(), super.folder());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.ROW_VERSIONS);
    }

    @Override
    public boolean isDataError(SQLException error) {
        return super.isDataError(error) && !SqlErrors.hasCode(error, Set.of(UNMAPPED));
    }

    @Override
    public Optional<String> unfit(Connection connection, SqlCatalog sql) throws SQLException {
        String version = sql.get("server-state")
                .plain()
                .first(connection, row -> row.getString("babelfish_version"))
                .orElse("");
        Optional<String> unfit = unfit(version);
        if (unfit.isPresent()) {
            return unfit;
        }
        LOG.warn(
                "this is Babelfish {}: no build of Baton runs on it, and what the start does not prove is promised by nobody;"
                        + " try your own load on it first",
                version);
        return super.unfit(connection, sql);
    }

    static Optional<String> unfit(String version) {
        return !version.isBlank() && ServerVersion.of(version).isAtLeast(OLDEST)
                ? Optional.empty()
                : Optional.of(
                        "Babelfish '" + version + "' is too old: Baton's statements were seen understood by version "
                                + OLDEST.major() + "; update it, or use SQL Server, or a PostgreSQL");
    }
}
