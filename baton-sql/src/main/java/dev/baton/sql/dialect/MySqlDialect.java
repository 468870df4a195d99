package dev.baton.sql.dialect;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** MySQL 8.0.22 and later: MariaDB's statements, but for the few that it calls by other names. */
final class MySqlDialect extends MariaDbDialect {

    @Override
    public String folder() {
        return "mysql";
    }

    @Override
    public List<String> folders() {
        return List.of(folder(), super.folder());
    }

    @Override
    String product() {
        return "MySQL";
    }

    @Override
    ServerVersion oldest() {
        return new ServerVersion(8, 0);
    }

    @Override
    Optional<String> unfit(ResultSet state) throws SQLException {
        return state.getBoolean("is_multi_primary")
                ? Optional.of("this server is in a replication group with several primaries, which share no locks:"
                        + " switch the group to single-primary mode")
                : Optional.empty();
    }
}
