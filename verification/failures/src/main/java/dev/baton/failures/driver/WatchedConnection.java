package dev.baton.failures.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;

/** A connection as its borrower sees it: each call that reaches the server is counted, and one may fail. */
final class WatchedConnection implements InvocationHandler {

    /** What is done on the server. */
    @FunctionalInterface
    interface Action {
        Object run() throws Throwable;
    }

    private static final Set<Call.Kind> STATEMENTS = EnumSet.of(Call.Kind.READ, Call.Kind.LOCK, Call.Kind.WRITE);

    private final Connection real;
    private final Pool pool;
    private final Map<String, Object> settings;
    private Connection self;
    private Optional<CopyIn> copy = Optional.empty();
    private String last = "nothing";
    private int patience;
    private boolean returned;

    private WatchedConnection(Connection real, Pool pool) {
        this.real = real;
        this.pool = pool;
        this.settings = new TreeMap<>(pool.wiring().state().settings());
    }

    static Connection of(Connection real, Pool pool) {
        WatchedConnection watched = new WatchedConnection(real, pool);
        watched.self = (Connection) Proxy.newProxyInstance(
                WatchedConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, watched);
        return watched.self;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Action action = () -> call(real, method, arguments);
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "close" -> giveBack();
            case "abort" -> drop();
            case "isClosed" -> returned || real.isClosed();
            case "prepareStatement", "createStatement", "prepareCall" -> statement(method, arguments);
            case "commit" -> perform(Call.Kind.COMMIT, "commit after " + last, action);
            case "rollback" -> perform(Call.Kind.TIDY, "rollback after " + last, action);
            case "setSavepoint" -> perform(Call.Kind.TIDY, "savepoint after " + last, action);
            case "setAutoCommit" -> autoCommit((Boolean) arguments[0], action);
            case "setNetworkTimeout" -> bound((Integer) arguments[1], action);
            case "getNetworkTimeout" -> patience;
            case "unwrap" ->
                arguments[0] == PGConnection.class
                        ? WatchedCopies.on(real.unwrap(BaseConnection.class), this)
                        : action.run();
            default -> method.getName().startsWith("set") ? set(method.getName(), arguments, action) : action.run();
        };
    }

    private Object set(String setting, Object[] arguments, Action action) throws Throwable {
        Object result = action.run();
        settings.put(setting, arguments[0]);
        return result;
    }

    private Object autoCommit(boolean on, Action action) throws Throwable {
        if (on
                && lent().get("setAutoCommit").equals(false)
                && pool.wiring().bug().isAutoCommitLeft()) {
            return null;
        }
        Object result = real.isClosed() || real.getAutoCommit() == on
                ? action.run()
                : perform(Call.Kind.TIDY, "auto-commit after " + last, action);
        settings.put("setAutoCommit", on);
        return result;
    }

    private Object bound(int millis, Action action) throws Throwable {
        if (!pool.wiring().bug().isUnbounded()) {
            patience = millis;
            action.run();
        }
        return null;
    }

    private Object statement(Method method, Object[] arguments) throws Throwable {
        boolean prepared = arguments != null && arguments.length > 0 && arguments[0] instanceof String;
        String text = prepared ? (String) arguments[0] : "";
        String name = prepared ? pool.names().of(text) : "";
        if (prepared) {
            arguments[0] = pool.wiring().bug().planted(name, text);
        }
        Statement statement = (Statement) call(real, method, arguments);
        return WatchedStatement.of(statement, method.getReturnType(), this, name, StatementNames.kind(text));
    }

    /** A call that reaches the server, unless it fails as planned. */
    Object perform(Call.Kind kind, String what, Action action) throws Throwable {
        if (STATEMENTS.contains(kind)) {
            last = what;
        }
        Optional<Failure> failure = pool.plan().next(kind, what);
        try {
            return failure.isEmpty() ? action.run() : fail(failure.get(), kind, what, action);
        } catch (SQLException e) {
            throw pool.wiring().bug().told(e);
        } finally {
            if (failure.isPresent()) {
                pool.plan().over();
            }
        }
    }

    private Object fail(Failure failure, Call.Kind kind, String what, Action action) throws Throwable {
        switch (failure) {
            case UNSENT -> throw cut("it was not sent, says the test");
            case ANSWER_LOST -> {
                action.run();
                throw cut("the answer was lost, says the test");
            }
            case ANSWER_LOST_LATE -> {
                action.run();
                pool.drop(real);
                pool.plan().meanwhile().run();
                throw pool.engine().lost("the answer was lost, says the test");
            }
            case SILENCE -> throw silence(what);
            case CLOSED -> {
                pool.drop(real);
                return action.run();
            }
            case READ_ONLY -> throw refused(kind, false, pool.engine().readOnly());
            case TAKEN_BACK -> throw refused(kind, true, pool.engine().takenBack());
            case GIVEN_UP -> throw refused(kind, false, pool.engine().givenUp());
            case KILLED_BEFORE -> throw killed();
            case KILLED_AFTER -> {
                action.run();
                throw killed();
            }
        }
        throw new IllegalStateException("no such failure: " + failure);
    }

    /** What a refused statement leaves of its transaction depends on the engine; a refused commit leaves nothing. */
    private SQLException refused(Call.Kind kind, boolean wholeTransaction, SQLException why) throws SQLException {
        if (copy.isPresent() && copy.get().isActive()) {
            copy.get().cancelCopy(); // with any error the server ends it
        }
        if (kind == Call.Kind.COMMIT) {
            real.rollback();
        } else {
            pool.engine().spoil(real, wholeTransaction);
        }
        return why;
    }

    private SQLException cut(String why) {
        pool.drop(real);
        return pool.engine().lost(why);
    }

    /** Nothing is waited for here: it is enough to know whether somebody would have stopped waiting. */
    private SQLException silence(String what) {
        if (patience == 0) {
            pool.plan().endless(what);
        }
        pool.drop(real);
        SQLException lost = pool.engine().lost("Read timed out");
        lost.initCause(new SQLTimeoutException("nobody answered, says the test"));
        return lost;
    }

    /** Its own connection first: another one may wait for what this one has locked, and could not be ended meanwhile. */
    private SQLException killed() {
        pool.drop(real);
        pool.die();
        return pool.engine().lost("the process is dead, says the test");
    }

    private Object giveBack() throws SQLException {
        if (returned) {
            return null;
        }
        returned = true;
        if (real.isClosed()) {
            pool.drop(real);
            return null;
        }
        if (!settings.equals(lent())) {
            pool.plan().unrestored(settings + " instead of " + lent() + " after " + last);
        } else if (patience != 0) {
            pool.plan().unrestored("a time-out of our own after " + last);
        }
        pool.giveBack(real);
        return null;
    }

    private Map<String, Object> lent() {
        return pool.wiring().state().settings();
    }

    private Object drop() {
        returned = true;
        pool.drop(real);
        return null;
    }

    /** What was begun here takes the connection for itself until it ends. */
    void copying(CopyIn begun) {
        copy = Optional.of(begun);
    }

    PlantedBug bug() {
        return pool.wiring().bug();
    }

    String name(String text) {
        return pool.names().of(text);
    }

    Connection self() {
        return self;
    }

    static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
