package dev.baton.sql.dialect;

import java.util.List;

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
}
