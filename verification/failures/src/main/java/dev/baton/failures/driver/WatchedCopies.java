package dev.baton.failures.driver;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/** Many rows at once, as PostgreSQL's own driver sends them past all statements: beginning, rows and end are calls each. */
final class WatchedCopies extends CopyManager {

    private final WatchedConnection connection;

    private WatchedCopies(BaseConnection driver, WatchedConnection connection) throws SQLException {
        super(driver);
        this.connection = connection;
    }

    /** The driver as the borrower of the connection sees it. */
    static PGConnection on(BaseConnection driver, WatchedConnection connection) throws SQLException {
        WatchedCopies copies = new WatchedCopies(driver, connection);
        return (PGConnection) Proxy.newProxyInstance(
                WatchedCopies.class.getClassLoader(),
                new Class<?>[] {PGConnection.class},
                (proxy, method, arguments) -> method.getName().equals("getCopyAPI")
                        ? copies
                        : WatchedConnection.call(driver, method, arguments));
    }

    /** The other ways to send rows come by here. */
    @Override
    public CopyIn copyIn(String text) throws SQLException {
        String name = connection.name(text);
        String planted = connection.bug().planted(name, text);
        CopyIn copy = (CopyIn) begin(name, () -> super.copyIn(planted));
        connection.copying(copy);
        return (CopyIn) Proxy.newProxyInstance(
                WatchedCopies.class.getClassLoader(), new Class<?>[] {CopyIn.class}, (proxy, method, arguments) -> {
                    WatchedConnection.Action action = () -> WatchedConnection.call(copy, method, arguments);
                    return switch (method.getName()) {
                        case "writeToCopy" -> connection.perform(Call.Kind.WRITE, "rows of " + name, action);
                        case "endCopy" -> connection.perform(Call.Kind.WRITE, "end of " + name, action);
                        default -> action.run();
                    };
                });
    }

    private Object begin(String name, WatchedConnection.Action action) throws SQLException {
        try {
            return connection.perform(Call.Kind.WRITE, "begin of " + name, action);
        } catch (SQLException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
