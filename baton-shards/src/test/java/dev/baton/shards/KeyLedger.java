package dev.baton.shards;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** Work on keys, in fenced transactions that number their commits: what was written shows who worked on a key after whom. */
final class KeyLedger {

    static final List<String> KEYS =
            IntStream.range(0, 24).mapToObj(i -> "key-" + i).toList();

    private final DataSource source;

    KeyLedger(DataSource source) throws SQLException {
        this.source = source;
        try (Connection c = source.getConnection();
                Statement statement = c.createStatement()) {
            statement.execute("CREATE TABLE work_keys (work_key varchar(32) PRIMARY KEY, commits int NOT NULL)");
            statement.execute("CREATE TABLE work_done (work_key varchar(32) NOT NULL, commits int NOT NULL,"
                    + " layout bigint NOT NULL, shard int NOT NULL, epoch bigint NOT NULL, node varchar(96) NOT NULL,"
                    + " PRIMARY KEY (work_key, commits))");
            for (String key : KEYS) {
                statement.execute("INSERT INTO work_keys VALUES ('" + key + "', 0)");
            }
        }
    }

    /** What a node does with a shard: works on each of its keys, again and again. */
    ShardWork work(Baton baton) {
        return term -> {
            while (!term.awaitOver(Duration.ofMillis(150))) {
                for (String key : KEYS) {
                    if (term.covers(key) && !term.isOver()) {
                        write(baton, term, key);
                    }
                }
            }
        };
    }

    private static void write(Baton baton, ShardTerm term, String key) throws SQLException {
        try {
            baton.fenced(term.token(), c -> add(c, term, key, baton.nodeId()));
        } catch (NotLeaderException e) {
            // The gate is shut for a moment, or the shard is being left: the loop sees which.
        }
    }

    private static void add(Connection c, ShardTerm term, String key, String node) throws SQLException {
        LeaderToken token = term.token();
        int commits = 0;
        // The update comes first, because it locks the row on every database, and in the words of all.
        try (PreparedStatement update =
                c.prepareStatement("UPDATE work_keys SET commits = commits + 1 WHERE work_key = ?")) {
            update.setString(1, key);
            update.execute();
        }
        try (PreparedStatement look = c.prepareStatement("SELECT commits FROM work_keys WHERE work_key = ?")) {
            look.setString(1, key);
            try (ResultSet row = look.executeQuery()) {
                row.next();
                commits = row.getInt(1);
            }
        }
        try (PreparedStatement insert = c.prepareStatement("INSERT INTO work_done VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, key);
            insert.setInt(2, commits);
            insert.setLong(3, term.layout().number());
            insert.setInt(4, term.shard());
            insert.setLong(5, token.epoch());
            insert.setString(6, node);
            insert.execute();
        }
    }

    /** One commit. */
    record Done(String key, long layout, int shard, long epoch, String node) {}

    List<Done> all() throws SQLException {
        try (Connection c = source.getConnection();
                Statement statement = c.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT work_key, layout, shard, epoch, node FROM work_done ORDER BY work_key, commits")) {
            List<Done> all = new ArrayList<>();
            while (row.next()) {
                all.add(new Done(row.getString(1), row.getLong(2), row.getInt(3), row.getLong(4), row.getString(5)));
            }
            return all;
        }
    }

    /** Commits of a key after which an earlier layout, an earlier term or another holder of the same term wrote for it. */
    static List<String> violations(List<Done> all) {
        List<String> found = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            Done before = all.get(i - 1);
            Done after = all.get(i);
            boolean sameTerm = before.layout() == after.layout() && before.epoch() == after.epoch();
            boolean back = after.layout() < before.layout()
                    || (after.layout() == before.layout() && after.epoch() < before.epoch())
                    || (sameTerm && (!after.node().equals(before.node()) || after.shard() != before.shard()));
            if (after.key().equals(before.key()) && back) {
                found.add(after + " after " + before);
            }
        }
        return found;
    }
}
