package dev.baton.server.security;

import java.util.LinkedHashMap;
import java.util.Map;

/** A bucket per client address that fills at a steady rate. Bounded: the clients heard of longest ago are forgotten. */
public final class RateLimit {

    private static final int MOST_CLIENTS = 10_000;
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double burst;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_CLIENTS;
        }
    };

    private record Bucket(double left, long at) {}

    /**
     * @param perSecond how fast a bucket fills
     * @param burst how much it holds
     */
    public RateLimit(double perSecond, double burst) {
        this.perSecond = perSecond;
        this.burst = burst;
    }

    /** Takes one from the bucket of this client, if there is one left. */
    public synchronized boolean tryTake(String client) {
        return take(client, 1);
    }

    /** Whether there is one left for this client; takes nothing. */
    public synchronized boolean couldTake(String client) {
        return take(client, 0);
    }

    private boolean take(String client, int wanted) {
        long now = System.nanoTime();
        Bucket bucket = buckets.getOrDefault(client, new Bucket(burst, now));
        double left = Math.min(burst, bucket.left() + (now - bucket.at()) / NANOS * perSecond);
        boolean enough = left >= 1;
        buckets.put(client, new Bucket(enough ? left - wanted : left, now));
        return enough;
    }
}
