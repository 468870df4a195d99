package dev.baton.failures.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Optional;

/** A connection as its borrower sees it: each call that reaches the server is counted, and one may fail. */
final class WatchedConnection implements InvocationHandler {

    /** What is done on the server. */
    @FunctionalInterface
    interface Action {
        Object run() throws Throwable;
    }

    private final Connection real;
    private final Pool pool;
    private final boolean lentInAutoCommit;
    private Connection self;
    private String last = "nothing";
    private int patience;
    private boolean returned;

    private WatchedConnection(Connection real, Pool pool) {
        this.real = real;
        this.pool = pool;
        this.lentInAutoCommit = pool.wiring().state() == LentState.AUTO_COMMIT;
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
            case "setAutoCommit" -> autoCommit((Boolean) arguments[0], action);
            case "setNetworkTimeout" -> bound((Integer) arguments[1], action);
            case "getNetworkTimeout" -> patience;
            default -> action.run();
        };
    }

    private Object autoCommit(boolean on, Action action) throws Throwable {
        if (on && !lentInAutoCommit && pool.wiring().bug().isAutoCommitLeft()) {
            return null;
        }
        return real.isClosed() || real.getAutoCommit() == on
                ? action.run()
                : perform(Call.Kind.TIDY, "auto-commit after " + last, action);
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
        if (kind == Call.Kind.READ || kind == Call.Kind.WRITE) {
            last = what;
        }
        Optional<Failure> failure = pool.plan().next(kind, what);
        try {
            return failure.isEmpty() ? action.run() : fail(failure.get(), what, action);
        } catch (SQLException e) {
            throw pool.wiring().bug().told(e);
        }
    }

    private Object fail(Failure failure, String what, Action action) throws Throwable {
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
            case READ_ONLY -> {
                pool.engine().spoil(real, false);
                throw pool.engine().readOnly();
            }
            case TAKEN_BACK -> {
                pool.engine().spoil(real, true);
                throw pool.engine().takenBack();
            }
            case KILLED_BEFORE -> throw killed();
            case KILLED_AFTER -> {
                action.run();
                throw killed();
            }
        }
        throw new IllegalStateException("no such failure: " + failure);
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

    private SQLException killed() {
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
        if (real.getAutoCommit() != lentInAutoCommit) {
            pool.plan().unrestored("auto-commit " + (lentInAutoCommit ? "off" : "on") + " after " + last);
        } else if (patience != 0) {
            pool.plan().unrestored("a time-out of our own after " + last);
        }
        pool.giveBack(real);
        return null;
    }

    private Object drop() {
        returned = true;
        pool.drop(real);
        return null;
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
