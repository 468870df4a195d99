package dev.baton.failures.stage;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whose database it is: it has tables and constraints of its own beside ours, and holds rows of ours for as long as it likes. */
public final class Application {

    private static final Logger LOG = LoggerFactory.getLogger(Application.class);
    private static final int MOST_TRIES = 20;

    private final World world;
    private final List<Connection> holding = new ArrayList<>();
    private final Deque<String> undo = new ArrayDeque<>();
    private int references;

    Application(World world) {
        this.world = world;
    }

    /** In a transaction that stays open; it waits for whoever is writing them just now. */
    public void hold(String table, String rows) throws SQLException {
        Connection connection = world.source().getConnection();
        holding.add(connection);
        connection.setTransactionIsolation(
                Connection.TRANSACTION_READ_COMMITTED); // these rows, and no gaps between them
        connection.setAutoCommit(false);
        for (int tries = 1; !tryToHold(connection, table, rows, tries); tries++) {
            connection.rollback();
        }
    }

    private static boolean tryToHold(Connection connection, String table, String rows, int tries) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT * FROM " + table + " WHERE " + rows + " FOR UPDATE");
            return true;
        } catch (SQLException e) {
            if (tries == MOST_TRIES) {
                throw e;
            }
            LOG.debug("a row is being changed just now", e);
            return false;
        }
    }

    /** Nothing is held any more. */
    public void letGo() throws SQLException {
        for (Connection connection : holding) {
            connection.rollback();
            connection.close();
        }
        holding.clear();
    }

    /** From now on no row of this table may be like that. */
    public void refuse(String table, String rows) throws SQLException {
        world.update("ALTER TABLE " + table + " ADD CONSTRAINT decency CHECK (NOT (" + rows + "))");
        undo.push("ALTER TABLE " + table + " DROP CONSTRAINT decency");
    }

    /** Something of its own refers to each of these rows, and keeps them from being deleted. */
    public void refer(String table, String key, String rows) throws SQLException {
        String own = "invoices_" + ++references;
        world.update("CREATE TABLE " + own + " AS SELECT " + key + " FROM " + table + " WHERE " + rows);
        undo.push("DROP TABLE " + own);
        world.update("ALTER TABLE " + own + " ADD CONSTRAINT " + own + "_of FOREIGN KEY (" + key + ") REFERENCES "
                + table + " (" + key + ")");
    }

    /** It takes away again what it has brought. */
    void close() throws SQLException {
        letGo();
        while (!undo.isEmpty()) {
            world.update(undo.pop());
        }
    }
}
