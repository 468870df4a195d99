package dev.baton.chaos;

import dev.baton.chaos.check.Checker;
import dev.baton.chaos.check.Finding;
import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.cluster.Machine;
import dev.baton.chaos.cluster.Node;
import dev.baton.chaos.faults.Fault;
import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.faults.Injector;
import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.faults.Waiting;
import dev.baton.chaos.history.History;
import dev.baton.chaos.history.Journal;
import dev.baton.chaos.workload.Acknowledged;
import dev.baton.chaos.workload.Clients;
import dev.baton.chaos.workload.SlowWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One run: start, load, faults, heal, come to rest, stop, check. */
public final class Run {

    /** Longer than any take-over by those who are there: whoever was ended starts again only then. */
    private static final long AWAY_MILLIS = 4_000;

    private final Settings settings;
    private final Consumer<String> progress;

    /** @param progress hears a short line now and then */
    public Run(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    public Result run() throws SQLException {
        progress.accept("starting " + settings.engine().label() + ", the gateway and " + settings.nodes() + " nodes");
        Machine machine = new Machine(
                settings.folder(),
                settings.kinds().contains(Kind.CLOCK_STEP),
                settings.kinds().contains(Kind.DISK_FULL));
        Optional<String> lack = machine.lacks();
        if (lack.isPresent()) {
            throw new IllegalStateException(lack.get());
        }
        try (Journal journal = new Journal(settings.folder().resolve("faults.tsv"));
                Acknowledged acknowledged = new Acknowledged(settings.folder());
                Cluster cluster = new Cluster(
                        settings.folder(), settings.engine(), settings.nodes(), settings.planted(), machine, 1)) {
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "chaos-shutdown"));
            cluster.start();
            Injector injector = new Injector(cluster, journal);
            long began = System.nanoTime();
            try (Clients clients = new Clients(
                            cluster.nodes(), acknowledged, settings.seed(), settings.perSecond(), nanos -> {});
                    SlowWriter slow = new SlowWriter(cluster.database(), acknowledged, settings.seed())) {
                disturb(cluster, injector, acknowledged, began + settings.seconds() * 1_000_000_000L);
                progress.accept("healing");
                cluster.heal();
            }
            Rest.await(cluster, settings.restSeconds(), progress);
            cluster.stopNodes();
            long ended = System.nanoTime();
            progress.accept("checking");
            List<String> names = cluster.nodes().stream().map(Node::name).toList();
            History history = History.read(settings.folder(), names);
            List<Finding> findings = Checker.check(cluster, history, acknowledged, injector.struck());
            return new Result(
                    settings,
                    began,
                    ended,
                    acknowledged.intents().size(),
                    acknowledged.jobs().size(),
                    acknowledged.retries(),
                    injector.struck(),
                    history,
                    findings);
        }
    }

    private void disturb(Cluster cluster, Injector injector, Acknowledged acknowledged, long end) {
        FaultPlan plan = new FaultPlan(settings.seed(), settings.kinds(), settings.roles());
        List<Thread> overlapping = new ArrayList<>();
        int number = 0;
        while (System.nanoTime() < end) {
            if (settings.kinds().isEmpty()) {
                LockSupport.parkNanos(200_000_000);
                continue;
            }
            boolean calm = settings.calmSeconds() > 0;
            if (calm) {
                cluster.awaitReady();
                Waiting.pause(settings.calmSeconds() * 1_000);
            }
            Fault fault = calm ? plan.next().alone(AWAY_MILLIS) : plan.next();
            number++;
            progress.accept("%d s left, fault %d: %s; %d intents and %d jobs acknowledged"
                    .formatted(
                            Math.max(0, (end - System.nanoTime()) / 1_000_000_000),
                            number,
                            fault.kind().title(),
                            acknowledged.intents().size(),
                            acknowledged.jobs().size()));
            if (fault.together()) {
                Thread thread = new Thread(() -> injector.strike(fault), "fault-" + number);
                thread.start();
                overlapping.add(thread);
            } else {
                injector.strike(fault);
                Waiting.pause(fault.calmMillis());
            }
        }
        overlapping.forEach(Waiting::join);
    }
}
