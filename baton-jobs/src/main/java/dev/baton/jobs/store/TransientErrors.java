package dev.baton.jobs.store;

import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Errors that may be gone a moment later, as the dialects name them. All of them are asked: the first error may come before
 * it is known which database answers.
 */
public final class TransientErrors {

    private static final List<Dialect> DIALECTS = Dialects.all();

    private TransientErrors() {}

    public static boolean isTransient(Throwable error) {
        return anyDialectSays(error, Dialect::isTransient);
    }

    /** The database cannot be reached at all. */
    static boolean isOutage(Throwable error) {
        return anyDialectSays(error, Dialect::isOutage);
    }

    /** A dialect looks through the causes of a SQL exception by itself; it need not be the outermost exception. */
    private static boolean anyDialectSays(Throwable error, BiPredicate<Dialect, SQLException> says) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e) {
                return DIALECTS.stream().anyMatch(dialect -> says.test(dialect, e));
            }
        }
        return false;
    }
}
