package dev.baton.sql.dialect;

import java.util.List;
import java.util.Set;

/** Babelfish, a PostgreSQL that speaks SQL Server's language but shows its locks in its own views. */
final class BabelfishDialect extends SqlServerDialect {

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
}
