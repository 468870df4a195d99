package dev.baton.bench.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import dev.baton.NotLeaderException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicReference;

/** A process that stands for one role and tells what its gate does. */
public final class NodeMain {

    private NodeMain() {}

    /** Arguments: URL, node, role, takeover, heartbeat, trust window and session lease in milliseconds. */
    public static void main(String[] args) throws Exception {
        Strategy strategy = new Strategy.Session(
                millis(args[4]),
                millis(args[5]),
                millis(args[6]),
                millis(args[6]),
                Takeover.valueOf(args[3].toUpperCase(Locale.ROOT)));
        try (HikariDataSource pool = DurablePostgres.pool(args[0], 5);
                Baton baton = Baton.on(pool)
                        .node(args[1])
                        .listener(new Teller())
                        .drainTimeout(Duration.ofSeconds(1))
                        .start()) {
            Campaign campaign = baton.campaign(Candidacy.of(args[2]).with(strategy));
            AtomicReference<LeaderToken> latest = new AtomicReference<>();
            try (GateLog log = new GateLog(campaign, new Speaker(latest))) {
                obey(baton, latest);
            }
        }
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }

    /** {@code write}: tries a fenced write under the latest token. The end of input ends the process. */
    private static void obey(Baton baton, AtomicReference<LeaderToken> latest) {
        Scanner commands = new Scanner(System.in, StandardCharsets.UTF_8);
        while (commands.hasNextLine()) {
            if (commands.nextLine().equals("write")) {
                Child.Line.say("WROTE", System.nanoTime(), write(baton, latest.get()) ? 1 : 0);
            }
        }
    }

    private static boolean write(Baton baton, LeaderToken token) {
        try {
            baton.fenced(token, connection -> connection.createStatement().execute("SELECT 1"));
            return true;
        } catch (NotLeaderException | SQLException e) {
            return false;
        }
    }

    private static final class Speaker implements GateLog.Sink {
        private final AtomicReference<LeaderToken> latest;

        Speaker(AtomicReference<LeaderToken> latest) {
            this.latest = latest;
        }

        @Override
        public void opened(LeaderToken token, long at) {
            latest.set(token);
            Child.Line.say("OPEN", at, token.epoch());
        }

        @Override
        public void shut(LeaderToken token, long lastOpen) {
            Child.Line.say("SHUT", lastOpen, token.epoch());
        }

        @Override
        public void woke(boolean open, long at) {
            Child.Line.say("WOKE", at, open ? 1 : 0);
        }
    }

    private static final class Teller implements LeadershipListener {
        @Override
        public void acquired(LeadershipEvent event) {
            Child.Line.say("ACQUIRED", System.nanoTime(), event.epoch());
        }

        @Override
        public void renewed(LeadershipEvent event) {
            Child.Line.say("DEADLINE", event.gateDeadline(), event.epoch());
        }
    }
}
