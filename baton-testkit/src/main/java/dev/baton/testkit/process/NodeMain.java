package dev.baton.testkit.process;

import dev.baton.Backoff;
import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * One node as a process: stands for a role, tells when its gate is open, and writes fenced rows <em>without looking at
 * its gate</em>, so that the fence alone has to stop it.
 *
 * <p>Prints {@code G epoch before after} (the gate was open at some moment between these two readings of
 * {@link System#nanoTime()}, which processes of one Linux machine share), {@code W epoch} for a committed row,
 * {@code R epoch refusal} for a refused one. Ends with its standard input.
 *
 * <p>Arguments: JDBC URL, node id, role, table, strategy as {@link #text} writes it.
 */
public final class NodeMain {

    private static final long SAMPLE = Duration.ofMillis(2).toNanos();
    private static final long WRITE = Duration.ofMillis(20).toNanos();

    private final UrlDataSource source;
    private final Baton baton;
    private final Campaign campaign;
    private final String table;
    private volatile LeaderToken last;

    private NodeMain(String[] args) {
        this.source = new UrlDataSource(args[0]);
        this.baton = Baton.on(source)
                .node(args[1])
                .backoff(new Backoff(Duration.ofMillis(40), Duration.ofMillis(120), Duration.ofMillis(500)))
                .start();
        this.table = args[3];
        this.campaign = baton.campaign(Candidacy.of(args[2]).with(parse(args[4])));
    }

    public static void main(String[] args) throws Exception {
        NodeMain node = new NodeMain(args);
        daemon("sample", node::sample);
        daemon("write", node::write);
        say("S " + node.baton.holderId());
        while (System.in.read() >= 0) {
            // Until the test closes the pipe.
        }
        node.baton.close();
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private void sample() {
        while (true) {
            LeaderToken token = null;
            long before = System.nanoTime();
            try {
                token = campaign.gate().requireLeader();
            } catch (NotLeaderException shut) {
                // Nothing to tell.
            }
            long after = System.nanoTime();
            if (token != null) {
                last = token;
                say("G " + token.epoch() + " " + before + " " + after);
            }
            LockSupport.parkNanos(SAMPLE);
        }
    }

    /** A former term's token is tried once more after the next one began: on a busy machine that may be its only try. */
    private void write() {
        LeaderToken former = null;
        while (true) {
            LeaderToken token = last;
            if (former != null && !former.equals(token)) {
                writeOnce(former);
            }
            if (token != null) {
                writeOnce(token);
            }
            former = token;
            LockSupport.parkNanos(WRITE);
        }
    }

    private void writeOnce(LeaderToken token) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            baton.fence().enter(connection, token);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
                insert.setLong(1, token.epoch());
                insert.setString(2, token.holderId());
                insert.executeUpdate();
            }
            connection.commit();
            say("W " + token.epoch());
        } catch (StaleTokenException e) {
            say("R " + token.epoch() + " " + e.refusal());
        } catch (SQLException e) {
            say("X " + token.epoch() + " " + e.getSQLState());
        }
    }

    /** A strategy as an argument. */
    public static String text(Strategy strategy) {
        return strategy instanceof Strategy.Session session
                ? String.join(
                        ":",
                        "session",
                        millis(session.heartbeatInterval()),
                        millis(session.trustWindow()),
                        millis(session.sessionLease()),
                        millis(session.lockTimeout()),
                        session.takeover().name())
                : String.join(
                        ":",
                        "lease",
                        millis(strategy.lease()),
                        millis(((Strategy.Lease) strategy).renewInterval()),
                        millis(((Strategy.Lease) strategy).acquireInterval()));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static Strategy parse(String text) {
        String[] part = text.split(":");
        return part[0].equals("session")
                ? new Strategy.Session(
                        duration(part[1]),
                        duration(part[2]),
                        duration(part[3]),
                        duration(part[4]),
                        Takeover.valueOf(part[5]))
                : new Strategy.Lease(duration(part[1]), duration(part[2]), duration(part[3]));
    }

    private static Duration duration(String millis) {
        return Duration.ofMillis(Long.parseLong(millis));
    }
}
