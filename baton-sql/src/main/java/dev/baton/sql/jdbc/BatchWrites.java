package dev.baton.sql.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;

/** Many rows in one transaction, without letting a bad one hold up the others. */
public final class BatchWrites {

    private BatchWrites() {}

    /** Writes all of them or none. */
    @FunctionalInterface
    public interface Write<T, X extends Exception> {
        void all(List<T> batch) throws SQLException, X;
    }

    /** What becomes of a row that the database refuses. */
    @FunctionalInterface
    public interface Refused<T, X extends Exception> {
        void row(T row, SQLException error) throws SQLException, X;
    }

    /**
     * Writes a batch; where the data of a row is at fault, halves of it, and so on down to the culprits.
     *
     * @param isDataError whether an error is the fault of a row; any other is thrown
     * @param refused takes each culprit, alone
     */
    public static <T, X extends Exception> void writeOrSplit(
            List<T> batch, Predicate<SQLException> isDataError, Write<T, X> write, Refused<T, X> refused)
            throws SQLException, X {
        try {
            write.all(batch);
        } catch (SQLException e) {
            if (!isDataError.test(e)) {
                throw e;
            }
            if (batch.size() == 1) {
                refused.row(batch.get(0), e);
                return;
            }
            int middle = batch.size() / 2;
            writeOrSplit(batch.subList(0, middle), isDataError, write, refused);
            writeOrSplit(batch.subList(middle, batch.size()), isDataError, write, refused);
        }
    }
}
