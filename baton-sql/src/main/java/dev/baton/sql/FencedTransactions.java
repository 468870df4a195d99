package dev.baton.sql;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.election.Elector;
import dev.baton.election.InFlight;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.jdbc.Connections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Fenced transactions on connections of the application's pool. Who leaves a role waits for those of it that are under way. */
final class FencedTransactions {

    /** How long after the fence's bound the server's refusal is waited for; then the connection counts as dead. */
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Database database;
    private final Fence fence;
    private final Function<String, Optional<Elector>> electors;
    private final Function<String, Duration> bound;

    /**
     * @param electors what this process stands for, by role
     */
    FencedTransactions(
            Database database,
            Fence fence,
            Function<String, Optional<Elector>> electors,
            Function<String, Duration> bound) {
        this.database = database;
        this.fence = fence;
        this.electors = electors;
        this.bound = bound;
    }

    <T, X extends Exception> T run(LeaderToken token, FenceDemand demand, FencedWork<T, X> work)
            throws SQLException, X {
        Optional<Elector> elector = electors.apply(token.role());
        ensureMayStart(token, demand, elector);
        InFlight inFlight = elector.map(Elector::inFlight).orElseGet(InFlight::new);
        inFlight.transactionBegins();
        try {
            return Connections.<T, X>useBorrowed(
                    database.application(),
                    Database.WORK_OPENING,
                    elector.isPresent() ? bound.apply(token.role()).plus(ANSWER) : Database.WORK_ANSWER,
                    connection -> FencedTransaction.run(connection, fence, token, demand, work));
        } finally {
            inFlight.transactionEnds();
        }
    }

    /** One transaction for all of them, or nothing is written. */
    <T, X extends Exception> Optional<T> tryTogether(
            Collection<LeaderToken> tokens, FenceDemand demand, FencedWork<T, X> work) throws SQLException, X {
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("no token: a transaction of no term has no fence");
        }
        if (!database.ready().dialect().can(Capability.FENCE_LISTS)) {
            return Optional.empty();
        }
        List<InFlight> inFlight = new ArrayList<>();
        try {
            for (LeaderToken token : tokens) {
                Optional<Elector> elector = electors.apply(token.role());
                ensureMayStart(token, demand, elector);
                elector.ifPresent(one -> inFlight.add(one.inFlight()));
            }
        } catch (NotLeaderException e) {
            return Optional.empty();
        }
        Optional<Duration> longest = tokens.stream()
                .map(token -> bound.apply(token.role()).plus(ANSWER))
                .max(Comparator.naturalOrder());
        inFlight.forEach(InFlight::transactionBegins);
        try {
            return Connections.<Optional<T>, X>useBorrowed(
                    database.application(),
                    Database.WORK_OPENING,
                    longest.orElse(Database.WORK_ANSWER),
                    connection -> FencedTransaction.tryTogether(connection, fence, tokens, demand, work));
        } finally {
            inFlight.forEach(InFlight::transactionEnds);
        }
    }

    private static void ensureMayStart(LeaderToken token, FenceDemand demand, Optional<Elector> elector) {
        if (demand == FenceDemand.UNEXPIRED && elector.isPresent()) {
            elector.get().ensureMayStart(token);
        }
    }
}
