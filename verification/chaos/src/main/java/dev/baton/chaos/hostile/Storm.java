package dev.baton.chaos.hostile;

import dev.baton.chaos.cluster.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Everything of {@link Harm} at once, each from several addresses, until it is closed. */
public final class Storm implements AutoCloseable {

    /** The first is that of the honest clients: as behind a proxy, they are the same to whoever judges by address. */
    private static final List<String> ADDRESSES = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4");

    private static final long JOIN_MILLIS = 30_000;

    private final List<Thread> threads = new ArrayList<>();
    private final Map<Harm, Map<Integer, Long>> answers = new EnumMap<>(Harm.class);
    private volatile boolean stopped;

    public Storm(List<Node> nodes) {
        for (Harm harm : Harm.values()) {
            for (String address : ADDRESSES) {
                Stranger stranger = new Stranger(address, nodes);
                Thread thread = new Thread(() -> repeat(harm, stranger), harm.label() + " from " + address);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
        }
    }

    private void repeat(Harm harm, Stranger stranger) {
        Attack attack = Attacks.begin(harm);
        while (!stopped) {
            count(harm, round(attack, stranger));
            LockSupport.parkNanos(harm.pauseMillis() * 1_000_000);
        }
        attack.end();
    }

    private static int round(Attack attack, Stranger stranger) {
        try {
            return attack.round(stranger);
        } catch (IOException e) {
            return Stranger.NO_ANSWER; // turned away
        }
    }

    private synchronized void count(Harm harm, int status) {
        answers.computeIfAbsent(harm, any -> new TreeMap<>()).merge(status, 1L, Long::sum);
    }

    /** How often each was done, by the status that came of it; 0 where there was none. */
    public synchronized Map<Harm, Map<Integer, Long>> answers() {
        Map<Harm, Map<Integer, Long>> copy = new EnumMap<>(Harm.class);
        answers.forEach((harm, counts) -> copy.put(harm, new TreeMap<>(counts)));
        return copy;
    }

    @Override
    public void close() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
