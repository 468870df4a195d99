package dev.baton.server.node;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.server.store.AuditChain;
import dev.baton.server.store.OldRows;
import dev.baton.server.store.ServerSql;
import dev.baton.sql.Baton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what is too old, of every table a chunk, each in a fenced transaction of its own. Used by one thread. */
final class OldRowPruner {

    private static final Logger LOG = LoggerFactory.getLogger(OldRowPruner.class);
    private static final Duration RETENTION = Duration.ofDays(30);

    private final Baton baton;
    private final ServerSql sql;
    private final Duration logRetention;
    private final int atOnce;
    private final Set<String> refused = new HashSet<>();
    private List<OldRows> unfinished = List.of();

    OldRowPruner(Baton baton, ServerSql sql, Duration logRetention, int atOnce) {
        this.baton = baton;
        this.sql = sql;
        this.logRetention = logRetention;
        this.atOnce = atOnce;
    }

    /**
     * A chunk of every table; of those only that had more than a chunk, where the last time there were such.
     *
     * @return whether there may be more
     */
    boolean pruneSome(LeaderToken token) throws SQLException {
        List<OldRows> tables =
                unfinished.isEmpty() ? OldRows.ofServer(sql.use(AuditChain::all), RETENTION, logRetention) : unfinished;
        List<OldRows> more = new ArrayList<>();
        for (OldRows rows : tables) {
            if (prune(token, rows)) {
                more.add(rows);
            }
        }
        unfinished = more;
        return !more.isEmpty();
    }

    /** Each by itself: an account may be allowed to remove some and not others. That it is refused is said once. */
    private boolean prune(LeaderToken token, OldRows rows) {
        try {
            OldRows.Chunk chunk = baton.<OldRows.Chunk, SQLException>fencedResult(
                    token, FenceDemand.UNEXPIRED, c -> rows.removal().remove(sql.words(), c, atOnce));
            refused.remove(rows.what());
            return chunk.more();
        } catch (SQLException e) {
            if (refused.add(rows.what())) {
                LOG.warn("old rows stay for now, {}: {}", rows.what(), e.getMessage());
            }
            LOG.debug("cannot prune {} now", rows.what(), e);
            return false;
        }
    }
}
