package dev.baton.bench.failover;

import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.ShardWorkMain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Processes that share a group, and what they say of its shards. */
final class ShardNodes implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final DurablePostgres postgres;
    private final String group;
    private final int shards;
    private final List<Child> nodes = new ArrayList<>();
    private int launched;

    ShardNodes(DurablePostgres postgres, String group, int shards, int processes) throws Exception {
        this.postgres = postgres;
        this.group = group;
        this.shards = shards;
        for (int i = 0; i < processes; i++) {
            launch();
        }
        awaitEven();
    }

    /** What a process that joined took: until shares were even, and for each shard that moved. */
    record Join(long even, List<Long> gaps) {}

    private Child launch() throws IOException {
        Child child = Child.start(
                ShardWorkMain.class, postgres.url(), group + "-" + launched++, group, Integer.toString(shards));
        nodes.add(child);
        return child;
    }

    private static Set<Long> led(Child node) {
        Set<Long> led = new HashSet<>();
        for (Child.Line line : node.heard()) {
            if (line.word().equals("BEGAN")) {
                led.add(line.number());
            } else if (line.word().equals("ENDED")) {
                led.remove(line.number());
            }
        }
        return led;
    }

    /** Every shard is worked on, and the largest share exceeds the smallest by one at most. */
    void awaitEven() throws Exception {
        Pause.until("even shares of " + group, PATIENCE, () -> {
            List<Integer> sizes =
                    nodes.stream().map(node -> led(node).size()).sorted().toList();
            return areAllLed() && sizes.get(sizes.size() - 1) - sizes.get(0) <= 1;
        });
    }

    private boolean areAllLed() {
        Set<Long> all = new HashSet<>();
        nodes.forEach(node -> all.addAll(led(node)));
        return all.size() == shards;
    }

    /** When the last of these began since then, wherever. */
    private long lastBegan(Collection<Long> which, long since) {
        return nodes.stream()
                .flatMap(node -> node.heard().stream())
                .filter(line -> line.word().equals("BEGAN") && line.at() >= since && which.contains(line.number()))
                .mapToLong(Child.Line::at)
                .max()
                .orElse(since);
    }

    private Child leader() {
        return nodes.stream()
                .max(Comparator.comparingInt(node -> led(node).size()))
                .orElseThrow();
    }

    /** Kill -9 of whoever leads most; how long until all that it had was worked on again. */
    long kill() throws Exception {
        Child victim = leader();
        Set<Long> lost = led(victim);
        nodes.remove(victim);
        long killed = System.nanoTime();
        victim.kill();
        Pause.until("all shards to be led again", PATIENCE, this::areAllLed);
        victim.close();
        return lastBegan(lost, killed) - killed;
    }

    /** A process more. */
    Join join() throws Exception {
        Child newcomer = launch();
        long stands = newcomer.await("STANDS", PATIENCE).at();
        awaitEven();
        Set<Long> moved = led(newcomer);
        long even = lastBegan(moved, stands) - stands;
        return new Join(even, moved.stream().map(shard -> gap(newcomer, shard)).toList());
    }

    private long gap(Child newcomer, long shard) {
        long began = newcomer.heard().stream()
                .filter(line -> line.word().equals("BEGAN") && line.number() == shard)
                .mapToLong(Child.Line::at)
                .max()
                .orElseThrow();
        long ended = nodes.stream()
                .flatMap(node -> node.heard().stream())
                .filter(line -> line.word().equals("ENDED") && line.number() == shard && line.at() <= began)
                .mapToLong(Child.Line::at)
                .max()
                .orElse(began);
        return began - ended;
    }

    /** Whoever leads most leaves in good order; how long nobody worked on the last of its shards. */
    long leave() throws Exception {
        Child leaver = leader();
        Set<Long> left = led(leaver);
        leaver.leave();
        Pause.until("the work to end", PATIENCE, () -> led(leaver).isEmpty());
        nodes.remove(leaver);
        Pause.until("all shards to be led again", PATIENCE, this::areAllLed);
        long ended = leaver.last("ENDED").at();
        leaver.close();
        return lastBegan(left, ended) - ended;
    }

    @Override
    public void close() {
        nodes.forEach(Child::close);
    }
}
