package dev.baton.server.store;

import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.support.Texts;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What runs have said, while they run and after. Written by a thread of its own, so that no run waits for it, and none fails
 * because of it: while the database is away the latest text of each run is kept, up to a bound, beyond which it is lost.
 */
public final class RunLogs implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunLogs.class);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final long MOST_WAITING = 16L << 20;
    private static final int LONGEST = (1 << 20) + 1024;
    private static final int AT_ONCE = 100;
    private static final Pattern UNSTORABLE = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]|\\p{Cs}");

    private final ServerSql sql;
    private final Map<Run, String> waiting = new LinkedHashMap<>();
    private final Thread writer = Threads.daemon("baton-run-logs", this::writeAll);
    private final CountDownLatch closing = new CountDownLatch(1);
    private long waitingSize;

    /** Which run. */
    private record Run(UUID job, long claim) {}

    /** What a run has said until then. */
    public record Said(String text, Instant writtenAt) {}

    public RunLogs(ServerSql sql) {
        this.sql = sql;
        writer.start();
    }

    /** Keeps what a run has said, all of it, instead of what it had said before. */
    public synchronized void keep(UUID job, long claim, String said) {
        String text = storable(said);
        Run run = new Run(job, claim);
        String before = waiting.remove(run);
        waitingSize -= before == null ? 0 : before.length();
        if (waitingSize + text.length() > MOST_WAITING) {
            LOG.warn("the log of job {}, claim {} is lost: too many wait for the database", job, claim);
            return;
        }
        waiting.put(run, text);
        waitingSize += text.length();
        notifyAll();
    }

    /** What every database keeps, and no screen acts on. */
    private static String storable(String text) {
        String printable = UNSTORABLE.matcher(text.replace("\r\n", "\n")).replaceAll(" ");
        return Texts.cut(printable, LONGEST);
    }

    /** What a run has said; empty if that was nothing, or too long ago. */
    public Optional<Said> show(UUID job, long claim) throws SQLException {
        return sql.use((words, c) -> words.get("log-show")
                .set("id", job.toString())
                .set("claim", claim)
                .first(c, row -> new Said(row.getString("said"), Command.instant(row, "written_at"))));
    }

    private void writeAll() {
        try {
            for (Map<Run, String> some = take(); !some.isEmpty(); some = take()) {
                if (!write(some) && !closing.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                    putBack(some);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it took too long to end
        }
    }

    /** The next ones; none when this is closed and nothing is left. */
    private synchronized Map<Run, String> take() throws InterruptedException {
        while (waiting.isEmpty() && closing.getCount() > 0) {
            wait();
        }
        Map<Run, String> some = new LinkedHashMap<>();
        List<Run> first = new ArrayList<>(waiting.keySet()).subList(0, Math.min(AT_ONCE, waiting.size()));
        first.forEach(run -> some.put(run, waiting.remove(run)));
        some.values().forEach(text -> waitingSize -= text.length());
        return some;
    }

    /** Unless they have said more since. */
    private synchronized void putBack(Map<Run, String> some) {
        some.forEach((run, text) -> {
            if (!waiting.containsKey(run)) {
                keep(run.job(), run.claim(), text);
            }
        });
    }

    /** One that the database refuses is lost alone, not again and again with all that came with it. */
    private boolean write(Map<Run, String> some) {
        try {
            BatchWrites.writeOrSplit(
                    List.copyOf(some.entrySet()), sql::isDataError, this::writeAtOnce, RunLogs::giveUp);
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("logs of runs wait for the database", e);
            return false;
        }
    }

    private void writeAtOnce(List<Map.Entry<Run, String>> some) throws SQLException {
        sql.inTransaction((words, c) -> {
            for (Map.Entry<Run, String> one : some) {
                if (write("log-update", one, words, c) == 0) {
                    write("log-insert", one, words, c);
                }
            }
            return null;
        });
    }

    private static void giveUp(Map.Entry<Run, String> one, SQLException error) {
        LOG.warn(
                "the log of job {}, claim {} is lost: the database refuses it",
                one.getKey().job(),
                one.getKey().claim(),
                error);
    }

    private static int write(String statement, Map.Entry<Run, String> one, SqlCatalog words, Connection c)
            throws SQLException {
        return words.get(statement)
                .set("id", one.getKey().job().toString())
                .set("claim", one.getKey().claim())
                .set("said", one.getValue())
                .update(c);
    }

    /** Writes what waits, within a bound. */
    @Override
    public void close() {
        closing.countDown();
        synchronized (this) {
            notifyAll();
        }
        try {
            writer.join(LAST_WORDS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.interrupt();
    }
}
