package dev.baton.jobs.store;

import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * Errors that may be gone a moment later, as the dialect of the database names them. As long as no database has answered it
 * is not known which one that is, and then any dialect may say so.
 */
final class TransientErrors {

    private final Supplier<Optional<Dialect>> dialect;

    TransientErrors(Supplier<Optional<Dialect>> dialect) {
        this.dialect = dialect;
    }

    boolean isTransient(Throwable error) {
        return dialectSays(error, Dialect::isTransient);
    }

    /** The database cannot be reached at all. */
    boolean isOutage(Throwable error) {
        return dialectSays(error, Dialect::isOutage);
    }

    /** A dialect looks through the causes of a SQL exception by itself; it need not be the outermost exception. */
    private boolean dialectSays(Throwable error, BiPredicate<Dialect, SQLException> says) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e) {
                List<Dialect> asked = dialect.get().map(List::of).orElseGet(Dialects::all);
                return asked.stream().anyMatch(one -> says.test(one, e));
            }
        }
        return false;
    }
}
