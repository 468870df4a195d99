package dev.baton.chaos.shards;

import dev.baton.NotLeaderException;
import dev.baton.chaos.history.Journal;
import dev.baton.shards.ShardTerm;
import dev.baton.shards.ShardWork;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The work of a shard: looks at its gate and journals when it saw it open, and writes fenced rows for its keys into a table, with
 * shard, layout, epoch and holder. The time of a sight counts as {@link dev.baton.chaos.check.ShardSight} says.
 */
final class LedgerWork implements ShardWork {

    private static final int KEYS = 512;
    private static final int ONE_IN = 4;

    private final Baton baton;
    private final Journal journal;

    LedgerWork(Baton baton, Journal journal) {
        this.baton = baton;
        this.journal = journal;
    }

    @Override
    public void lead(ShardTerm term) throws InterruptedException {
        List<String> keys = IntStream.range(0, KEYS)
                .mapToObj(key -> "key-" + key)
                .filter(term::covers)
                .toList();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        while (!term.isOver()) {
            if (isOpen(term) && !keys.isEmpty() && random.nextInt(ONE_IN) == 0) {
                write(term, keys.get(random.nextInt(keys.size())));
            }
            term.awaitOver(Duration.ofMillis(random.nextInt(40, 100)));
        }
    }

    private boolean isOpen(ShardTerm term) {
        long before = System.nanoTime();
        try {
            term.gate().ensureEpoch(term.token().epoch());
        } catch (NotLeaderException e) {
            return false;
        }
        long after = System.nanoTime();
        journal.write(
                "G",
                term.shard(),
                term.layout().number(),
                term.token().epoch(),
                term.token().holderId(),
                after,
                before);
        return true;
    }

    private void write(ShardTerm term, String key) {
        try {
            baton.fenced(term.token(), connection -> {
                insert(connection, term, key);
                think();
            });
        } catch (NotLeaderException e) {
            journal.write("R", term.shard(), term.token().epoch()); // refused
        } catch (SQLException e) {
            journal.write("E", term.shard(), e.getMessage()); // done or not: the table knows
        }
    }

    private static void insert(Connection connection, ShardTerm term, String key) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO chaos_shard_rows (key, layout, shards, shard, epoch, holder)"
                        + " VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, key);
            insert.setLong(2, term.layout().number());
            insert.setInt(3, term.layout().shards());
            insert.setInt(4, term.shard());
            insert.setLong(5, term.token().epoch());
            insert.setString(6, term.token().holderId());
            insert.executeUpdate();
        }
    }

    /** Most transactions are short; some are caught in the middle by whatever happens. */
    private static void think() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        LockSupport.parkNanos((random.nextInt(10) == 0 ? random.nextInt(150) : random.nextInt(5)) * 1_000_000L);
    }
}
