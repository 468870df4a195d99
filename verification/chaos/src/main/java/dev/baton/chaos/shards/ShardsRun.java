package dev.baton.chaos.shards;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.check.ShardCalm;
import dev.baton.chaos.check.ShardCheck;
import dev.baton.chaos.check.ShardEvidence;
import dev.baton.chaos.cluster.Postgres;
import dev.baton.chaos.faults.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** One run: processes share the shards of a role, things happen to them, shares become even, all stop, everything is checked. */
public final class ShardsRun {

    private static final long START_SECONDS = 120;

    private final ShardsSettings settings;
    private final Consumer<String> progress;
    private final Random random;
    private final Map<ShardFault, Integer> struck = new EnumMap<>(ShardFault.class);
    private final List<ShardCalm> calms = new ArrayList<>();
    private final List<ShardProcess> seats = new ArrayList<>();
    private ShardProcess guest;

    /** @param progress hears a short line now and then */
    public ShardsRun(ShardsSettings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
        this.random = new Random(settings.seed());
    }

    public ShardsResult run() throws SQLException {
        progress.accept("starting PostgreSQL and " + settings.nodes() + " processes");
        Postgres postgres = Postgres.create(settings.folder().resolve("postgres-shards"), Map.of());
        Thread shutdown = new Thread(() -> end(postgres), "chaos-shutdown");
        Runtime.getRuntime().addShutdownHook(shutdown);
        try (Connection database = postgres.connect();
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE chaos_shard_rows (key varchar(40) NOT NULL, layout bigint NOT NULL,"
                    + " shards int NOT NULL, shard int NOT NULL, epoch bigint NOT NULL, holder varchar(200) NOT NULL)");
            IntStream.rangeClosed(1, settings.nodes()).forEach(n -> seats.add(seat(postgres, "n" + n)));
            guest = seat(postgres, "guest");
            try (ShardsWatch watch = new ShardsWatch(direct(postgres))) {
                seats.forEach(ShardProcess::start);
                calms.add(watch.awaitEven("the start", names(), START_SECONDS));
                disturb(watch, System.nanoTime() + settings.seconds() * 1_000_000_000L);
                calms.add(watch.awaitEven("the last fault", names(), settings.calmSeconds()));
            }
            progress.accept("stopping");
            all().parallel().forEach(ShardProcess::terminate);
            progress.accept("checking");
            return new ShardsResult(settings, struck, findings(database));
        } finally {
            end(postgres);
            Runtime.getRuntime().removeShutdownHook(shutdown);
        }
    }

    private List<Finding> findings(Connection database) throws SQLException {
        ShardCheck check = ShardEvidence.read(
                database, ShardNodeMain.GROUP, all().map(ShardProcess::journal).toList());
        return check.findings(calms);
    }

    private ShardProcess seat(Postgres postgres, String name) {
        return new ShardProcess(
                name, settings.folder(), postgres.url(), settings.shards(), settings.versions(), seats.size());
    }

    private static PGSimpleDataSource direct(Postgres postgres) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(postgres.url());
        return source;
    }

    private Stream<ShardProcess> all() {
        return Stream.concat(seats.stream(), Stream.of(guest));
    }

    /** Those that should share the shards now. */
    private List<String> names() {
        return all().filter(ShardProcess::isWanted).map(ShardProcess::name).toList();
    }

    private void end(Postgres postgres) {
        seats.forEach(ShardProcess::terminate);
        if (guest != null) {
            guest.terminate();
        }
        try {
            postgres.stop("immediate");
        } catch (IllegalStateException e) {
            progress.accept("PostgreSQL has stopped before");
        }
    }

    /** One fault, or two at once; after some of them all is left alone until shares are even. */
    private void disturb(ShardsWatch watch, long end) {
        while (System.nanoTime() < end) {
            List<ShardFault> faults = random.nextInt(3) == 0 ? List.of(draw(), draw()) : List.of(draw());
            ShardProcess first = seats.get(random.nextInt(seats.size()));
            ShardProcess other =
                    seats.get((seats.indexOf(first) + 1 + random.nextInt(seats.size() - 1)) % seats.size());
            List<Blow> blows = new ArrayList<>();
            for (ShardFault fault : faults) {
                struck.merge(fault, 1, Integer::sum);
                blows.add(new Blow(fault, blows.isEmpty() ? first : other, random.nextLong()));
            }
            String what = blows.stream().map(Blow::title).collect(Collectors.joining(" and "));
            progress.accept((end - System.nanoTime()) / 1_000_000_000 + " s left: " + what);
            strike(watch, blows);
            if (random.nextInt(3) > 0) {
                calms.add(watch.awaitEven(what, names(), settings.calmSeconds()));
            }
            restartFailed(what);
        }
    }

    private ShardFault draw() {
        return settings.faults().get(random.nextInt(settings.faults().size()));
    }

    /** A process that has ended by itself is wrong, whatever had happened to it. */
    private void restartFailed(String after) {
        all().filter(ShardProcess::hasFailed).forEach(seat -> {
            calms.add(new ShardCalm(after, 0, seat.name() + " has ended by itself"));
            seat.start();
        });
    }

    private record Blow(ShardFault fault, ShardProcess seat, long seed) {
        String title() {
            return fault.title() + " (" + seat.name() + ")";
        }
    }

    private void strike(ShardsWatch watch, List<Blow> blows) {
        List<Thread> threads = blows.stream()
                .map(blow -> new Thread(() -> strike(watch, blow), "blow-" + blow.fault()))
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(Waiting::join);
    }

    private void strike(ShardsWatch watch, Blow blow) {
        Random own = new Random(blow.seed());
        ShardProcess seat = blow.seat();
        try {
            switch (blow.fault()) {
                case KILL -> {
                    seat.kill();
                    Waiting.pause(own.nextInt(6_000));
                    seat.start();
                }
                case TERMINATE -> {
                    seat.terminate();
                    Waiting.pause(own.nextInt(4_000));
                    seat.start();
                }
                case PAUSE -> pause(seat, 500 + own.nextInt(3_000));
                case PAUSE_LONG -> pause(seat, 7_000 + own.nextInt(3_000));
                case JOIN_OR_LEAVE -> comeOrGo();
                case DRAIN -> drain(watch, seat);
                case RESIZE -> watch.resize(settings.shards() / 2 + own.nextInt(settings.shards()));
            }
        } catch (SQLException e) {
            tell(new ShardCalm(blow.title(), 0, "an operator was refused: " + e.getMessage()));
        }
    }

    private synchronized void comeOrGo() {
        if (guest.isWanted()) {
            guest.terminate();
        } else {
            guest.start();
        }
    }

    private void drain(ShardsWatch watch, ShardProcess seat) throws SQLException {
        tell(watch.drain(seat.name(), settings.calmSeconds()));
        watch.undrain(seat.name());
    }

    private synchronized void tell(ShardCalm calm) {
        calms.add(calm);
    }

    private static void pause(ShardProcess seat, long millis) {
        seat.pause();
        Waiting.pause(millis);
        seat.resume();
    }
}
