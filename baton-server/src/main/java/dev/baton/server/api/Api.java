package dev.baton.server.api;

import dev.baton.SetupRefusedException;
import dev.baton.alerts.Alerts;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Client;
import dev.baton.server.http.Gatekeeper;
import dev.baton.server.http.Json;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.StaticFiles;
import dev.baton.server.live.DashboardState;
import dev.baton.server.live.LiveFeed;
import dev.baton.server.node.DatabaseProbe;
import dev.baton.server.node.Node;
import dev.baton.server.security.AccessControl;
import dev.baton.server.work.ConfiguredWork;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Connections;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/** Every route of a node. */
public final class Api {

    private static final String DASHBOARD = "/dev/baton/server/dashboard/";

    /** Nobody, not allowed, too often. */
    private static final Set<Integer> AUDITED = Set.of(401, 403, 429);

    private Api() {}

    public static List<Route> routes(Node node, DatabaseProbe probe, AccessControl access) {
        Configuration settings = node.configuration();
        OperatorAudit operators = new OperatorAudit(node.audit(), node.accessAudit());
        List<Route> routes = new ArrayList<>();
        routes.addAll(new HealthRoutes(node, probe).routes());
        routes.addAll(new IntentRoutes(
                        node.submissions(),
                        operators,
                        settings.submissions().settings().maxPayload(),
                        settings.server().bounds().largestBody())
                .routes());
        HistoryRoutes histories = new HistoryRoutes(node.baton().leadership(), node.cluster());
        routes.addAll(histories.routes());
        routes.addAll(new LeaderRoutes(node, operators, histories).routes());
        JobBodies bodies = new JobBodies(settings.jobs().maxPayload());
        KnownHandlers handlers =
                new KnownHandlers(ConfiguredWork.names(settings.jobs().work()));
        routes.addAll(new JobRoutes(node.jobs(), operators, bodies, handlers).routes());
        routes.addAll(new RecurringRoutes(node.jobs(), operators, bodies, handlers, node.definedJobs()).routes());
        routes.addAll(new BulkRoutes(node.jobs().admin(), operators).routes());
        routes.addAll(new RunRoutes(node.jobs().admin(), node.runLogs()).routes());
        routes.addAll(new CompletionRoutes(node.completions()).routes());
        routes.addAll(new QueueRoutes(node.jobs().admin(), operators).routes());
        routes.addAll(new ShardRoutes(node.shards(), operators).routes());
        routes.add(Route.get("/v1/alerts", Access.VIEWER, call -> alerts(node.alerts()))
                .weighing(MemoryEstimates::someRows));
        routes.add(metrics(node));
        routes.add(Route.stream("/v1/events", Access.VIEWER, node.feed().hub()::openStream));
        routes.addAll(new SessionRoutes(
                        access, operators, settings.security().sessions().longest())
                .routes());
        routes.addAll(new OpenIdRoutes(
                        access, operators, settings.security().sessions().longest())
                .routes());
        byte[] document = resource("openapi.json");
        routes.add(Route.get("/openapi.json", Access.OPEN, call -> Answer.bytes("application/json", document)));
        routes.addAll(new StaticFiles(DASHBOARD).routes());
        return List.copyOf(routes);
    }

    /** The access rules, with what they refuse on record. */
    public static Gatekeeper gatekeeper(Node node, AccessControl access) {
        OperatorAudit audit = new OperatorAudit(node.audit(), node.accessAudit());
        return new Gatekeeper() {
            @Override
            public Caller checkAccess(Request request, Client client, Route route) throws Exception {
                return access.checkAccess(request, client, route);
            }

            @Override
            public boolean mayStay(Request request, Route route) throws Exception {
                return access.mayStay(request, route);
            }

            @Override
            public void refused(Caller caller, Client client, String requestId, Route route, Problem problem) {
                if (AUDITED.contains(problem.status())) {
                    String subject = route.method() + " " + route.path();
                    audit.refused(caller, client, requestId, "access.refuse", subject, problem);
                }
            }
        };
    }

    /** What is asked by those who watch the node: on a port of its own it is answered under any load. */
    public static List<Route> managementRoutes(Node node, DatabaseProbe probe) {
        List<Route> routes = new ArrayList<>(new HealthRoutes(node, probe).routes());
        routes.add(metrics(node));
        return routes;
    }

    private static Route metrics(Node node) {
        return Route.get("/metrics", Access.VIEWER, call -> node.metrics().answer())
                .weighing(MemoryEstimates::someRows);
    }

    private static Answer alerts(Alerts alerts) throws SQLException {
        return Answer.json(Map.of(
                "items",
                alerts.list().stream().map(DashboardState::alertItem).toList(),
                "notices",
                alerts.notices().stream().map(DashboardState::noticeItem).toList()));
    }

    /** What the live feed shows. */
    public static void fillFeed(Node node) {
        LiveFeed feed = node.feed();
        new DashboardState(node.baton(), node.cluster(), node.jobs().admin(), node.alerts(), node.shards())
                .addSectionsTo(feed, node.version());
        feed.hub()
                .setGreeting(
                        "hello",
                        Json.text(Map.of(
                                "nodeId", node.baton().nodeId(),
                                "holderId", node.baton().holderId())));
    }

    /** What a failure of the database means to a client. */
    public static Optional<Problem> explain(Throwable error) {
        boolean away = error instanceof SetupRefusedException
                || error instanceof SQLTransientException
                || error instanceof SQLRecoverableException
                || (error instanceof SQLException sql && (Connections.isOutOfReach(sql) || isLockedOut(sql)));
        return away ? Optional.of(Problem.databaseAway()) : Optional.empty();
    }

    /** Whether the database, whichever it is, does not let us in: a wrong or changed password. */
    private static boolean isLockedOut(SQLException error) {
        return Dialects.all().stream().anyMatch(dialect -> dialect.isLockedOut(error));
    }

    private static byte[] resource(String name) {
        try (InputStream in = Api.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name + " beside " + Api.class.getName());
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
