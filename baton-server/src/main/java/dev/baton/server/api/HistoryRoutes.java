package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.http.Scope.Kind;
import dev.baton.server.live.ElectionEvent;
import dev.baton.server.live.TermHistory;
import dev.baton.server.store.ClusterReads;
import dev.baton.sql.Leadership;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /v1/history} and {@code /v1/timeline}: what happened to roles, for as long as it is kept. */
final class HistoryRoutes {

    private static final Duration LAST_HOUR = Duration.ofHours(1);

    private final Leadership leadership;
    private final TermHistory terms;
    private final ClusterReads cluster;

    HistoryRoutes(Leadership leadership, ClusterReads cluster) {
        this.leadership = leadership;
        this.terms = new TermHistory(leadership);
        this.cluster = cluster;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/history", Access.VIEWER, this::ofAllRoles)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::page),
                Route.get("/v1/timeline", Access.VIEWER, this::timeline)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::longestPage));
    }

    private Answer ofAllRoles(Call call) throws SQLException {
        return Answer.json(page(call, part(call)));
    }

    /** A page of one role's history. */
    Map<String, Object> ofRole(Call call, String role) throws SQLException {
        Map<String, Object> page = page(call, part(call).of(role));
        page.put("role", role);
        return page;
    }

    private static Leadership.Part part(Call call) {
        Leadership.Part latest = Leadership.Part.latest(MemoryEstimates.limit(call) + 1);
        Leadership.Part part = latest.between(
                Instants.query(call, "from").orElse(latest.from()),
                Instants.query(call, "to").orElse(latest.to()));
        return call.query("cursor").map(HistoryRoutes::id).map(part::olderThan).orElse(part);
    }

    private static long id(String cursor) {
        try {
            return Long.parseLong(cursor);
        } catch (NumberFormatException e) {
            throw Problem.invalid("cursor is '" + cursor + "', which is none of a history: take nextCursor as it is");
        }
    }

    /** One entry more is read to know whether there is another page. */
    private Map<String, Object> page(Call call, Leadership.Part part) throws SQLException {
        List<Leadership.Entry> found = leadership.history(part);
        boolean more = found.size() == part.atMost();
        List<Leadership.Entry> shown = more ? found.subList(0, found.size() - 1) : found;
        Map<String, Object> page = new LinkedHashMap<>();
        page.put(
                "items",
                shown.stream()
                        .filter(entry -> call.scope().allows(Kind.ROLE, entry.role()))
                        .map(ElectionEvent::of)
                        .toList());
        if (more) {
            page.put("nextCursor", Long.toString(shown.get(shown.size() - 1).id()));
        }
        leadership.historyBegins().ifPresent(begin -> page.put("keptSince", begin));
        return page;
    }

    private Answer timeline(Call call) throws SQLException {
        Optional<Instant> end = Instants.query(call, "to");
        Instant to = end.isPresent() ? end.get() : cluster.databaseTime();
        Instant from = Instants.query(call, "from").orElse(to.minus(LAST_HOUR));
        if (!from.isBefore(to)) {
            throw Problem.invalid("from is " + from + " and to is " + to + ": from must be before to");
        }
        return Answer.json(terms.between(from, to, role -> call.scope().allows(Kind.ROLE, role)));
    }
}
