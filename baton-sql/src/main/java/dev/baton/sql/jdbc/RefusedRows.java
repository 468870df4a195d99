package dev.baton.sql.jdbc;

import dev.baton.support.PassedOver;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is old although the database refuses some of it, because somebody else's constraint keeps it. As long as nothing is refused,
 * many go in one statement; then rows are looked for and removed by name, and those that are refused are passed over for a while. Used by one
 * thread.
 */
public final class RefusedRows<T> {

    /** Each may need a transaction of its own, and others wait meanwhile. */
    public static final int AT_ONCE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(RefusedRows.class);
    private static final Duration PASSED_OVER = Duration.ofHours(1);

    private final PassedOver<T> kept;
    private final Predicate<SQLException> isDataError;
    private final Predicate<SQLException> isLockTimeout;

    /**
     * @param isDataError whether an error is the fault of a row
     * @param isLockTimeout whether somebody holds what was waited for
     */
    public RefusedRows(Stopwatch time, Predicate<SQLException> isDataError, Predicate<SQLException> isLockTimeout) {
        this.kept = new PassedOver<>(time, PASSED_OVER);
        this.isDataError = isDataError;
        this.isLockTimeout = isLockTimeout;
    }

    /** One way to go on. */
    @FunctionalInterface
    public interface Step<R> {
        R run() throws SQLException;
    }

    /** Finds some rows, at most so many. */
    @FunctionalInterface
    public interface Look<T> {
        List<T> find(int atMost) throws SQLException;
    }

    /** Removes some rows, or none; answers with those that are there as before. */
    @FunctionalInterface
    public interface Removal<T> {
        List<T> remove(List<T> some) throws SQLException;
    }

    /**
     * All at once, if nothing is passed over; by name, if something is, or if the database refuses to.
     *
     * @param what it is, for the log
     * @param notNow the answer if a lock is not to be had: that is no reason to give up a role
     */
    public <R> R remove(String what, R notNow, Step<R> atOnce, Step<R> byName) throws SQLException {
        try {
            return kept.all().isEmpty() ? atOnceOrByName(what, atOnce, byName) : byName.run();
        } catch (SQLException e) {
            if (!isLockTimeout.test(e)) {
                throw e;
            }
            LOG.warn("somebody holds what is old, it is left for the next time ({}): {}", what, e.getMessage());
            return notNow;
        }
    }

    private <R> R atOnceOrByName(String what, Step<R> atOnce, Step<R> byName) throws SQLException {
        try {
            return atOnce.run();
        } catch (SQLException e) {
            if (!isDataError.test(e)) {
                throw e;
            }
            LOG.error("what is old cannot all be removed ({}): {}", what, e.getMessage());
            return byName.run();
        }
    }

    /** A few that are not passed over. */
    public List<T> find(Look<T> look) throws SQLException {
        Set<T> passedOver = kept.all();
        return look.find(AT_ONCE + passedOver.size()).stream()
                .filter(row -> !passedOver.contains(row))
                .limit(AT_ONCE)
                .toList();
    }

    /** Removes these but for those that are refused; false if too many are. */
    public boolean removeByName(List<T> rows, Removal<T> removal) throws SQLException {
        List<T> stay = new ArrayList<>();
        if (!rows.isEmpty()) {
            BatchWrites.writeOrSplit(rows, isDataError, some -> stay.addAll(removal.remove(some)), (row, error) -> {
                LOG.debug("{} is old and cannot be removed", row, error);
                stay.add(row);
            });
        }
        return stay.stream().allMatch(kept::add);
    }
}
