package dev.baton.server.security;

import dev.baton.support.TokenBucket;
import java.util.LinkedHashMap;
import java.util.Map;

/** A bucket per client address that fills at a steady rate. Bounded: the clients heard of longest ago are forgotten. */
public final class RateLimit {

    private static final int MOST_CLIENTS = 10_000;

    private final double perSecond;
    private final double burst;
    private final Map<String, TokenBucket> buckets = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
            return size() > MOST_CLIENTS;
        }
    };

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
        TokenBucket bucket = bucketOf(client);
        boolean enough = bucket.isReady(System.nanoTime());
        if (enough) {
            bucket.take();
        }
        return enough;
    }

    /** Whether there is one left for this client; takes nothing. */
    public synchronized boolean couldTake(String client) {
        return bucketOf(client).isReady(System.nanoTime());
    }

    private TokenBucket bucketOf(String client) {
        return buckets.computeIfAbsent(client, first -> new TokenBucket(perSecond, burst));
    }
}
