package dev.baton.chaos;

import dev.baton.chaos.check.Checker;
import dev.baton.chaos.check.Finding;
import dev.baton.chaos.check.StormCheck;
import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.cluster.Cluster.Leader;
import dev.baton.chaos.cluster.Machine;
import dev.baton.chaos.cluster.Node;
import dev.baton.chaos.history.History;
import dev.baton.chaos.hostile.Harm;
import dev.baton.chaos.hostile.Standstill;
import dev.baton.chaos.hostile.StoredPoison;
import dev.baton.chaos.hostile.Storm;
import dev.baton.chaos.node.Roles;
import dev.baton.chaos.workload.Acknowledged;
import dev.baton.chaos.workload.Clients;
import dev.baton.chaos.workload.Latencies;
import dev.baton.chaos.workload.Readers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A storm: honest clients alone for a while, then beside everybody who means harm; then the same checks as after faults. */
public final class HostileRun {

    private static final long LED_SECONDS = 90;

    private final Settings settings;
    private final Consumer<String> progress;

    /** @param progress hears a short line now and then */
    public HostileRun(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** What was seen while honest clients and others were at it. */
    private record Seen(
            List<Double> calm, List<Double> storm, Map<Harm, Map<Integer, Long>> answers, List<Finding> findings) {}

    public StormResult run() throws SQLException {
        progress.accept("starting " + settings.engine().label() + ", the gateway and " + settings.nodes() + " nodes");
        Machine machine = new Machine(settings.folder(), false, false);
        try (Acknowledged acknowledged = new Acknowledged(settings.folder());
                Cluster cluster = new Cluster(
                        settings.folder(),
                        settings.engine(),
                        settings.nodes(),
                        settings.planted(),
                        machine,
                        Roles.PATIENT)) {
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "chaos-shutdown"));
            cluster.start();
            Seen seen = weather(cluster, acknowledged);
            StoredPoison.remove(cluster.database());
            Rest.await(cluster, settings.restSeconds(), progress);
            cluster.stopNodes();
            progress.accept("checking");
            History history = History.read(settings.folder(), names(cluster.nodes()));
            List<Finding> findings = new ArrayList<>(seen.findings);
            findings.addAll(Checker.check(cluster, history, acknowledged, List.of()));
            return new StormResult(
                    settings,
                    acknowledged.intents().size(),
                    acknowledged.jobs().size(),
                    seen.calm,
                    seen.storm,
                    seen.answers,
                    findings);
        }
    }

    private Seen weather(Cluster cluster, Acknowledged acknowledged) {
        Latencies latencies = new Latencies();
        List<Node> nodes = cluster.nodes();
        try (Clients clients = new Clients(nodes, acknowledged, settings.seed(), settings.perSecond(), latencies::add);
                Readers readers = new Readers(nodes, acknowledged, latencies::add)) {
            pass("warming up", settings.calmSeconds());
            latencies.take();
            pass("calm", settings.calmSeconds());
            List<Double> calm = latencies.take();
            List<Leader> before = awaitLeaders(cluster);
            try (Standstill still = new Standstill();
                    Storm storm = new Storm(nodes)) {
                pass("storm", settings.seconds());
                List<Double> during = latencies.take();
                List<Leader> after = awaitLeaders(cluster);
                List<Node> ended =
                        nodes.stream().filter(node -> !node.isAlive()).toList();
                return new Seen(
                        calm,
                        during,
                        storm.answers(),
                        List.of(
                                StormCheck.alive(names(nodes), names(ended)),
                                StormCheck.led(before, after, still.longestMillis()),
                                StormCheck.refused(storm.answers())));
            }
        }
    }

    private void pass(String what, long seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            progress.accept(what + ", " + left / 1_000_000_000 + " s left");
            LockSupport.parkNanos(Math.min(left, 1_000_000_000L));
        }
    }

    /** Until somebody leads every role, with heartbeats that arrive: a late one alone is no loss. */
    private List<Leader> awaitLeaders(Cluster cluster) {
        Set<String> roles = Stream.concat(
                        Roles.ofApplication(settings.engine()).keySet().stream(),
                        Stream.of(Roles.EXECUTOR, "scheduler", "metrics-aggregator"))
                .collect(Collectors.toSet());
        long end = System.nanoTime() + LED_SECONDS * 1_000_000_000L;
        while (System.nanoTime() < end) {
            List<Leader> leaders = cluster.leaders().stream()
                    .filter(leader -> !leader.released() && roles.contains(leader.role()))
                    .toList();
            if (leaders.size() == roles.size()) {
                return leaders;
            }
            LockSupport.parkNanos(200_000_000);
        }
        throw new IllegalStateException("not every role has a leader after " + LED_SECONDS + " s");
    }

    private static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }
}
