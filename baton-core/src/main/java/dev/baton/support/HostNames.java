package dev.baton.support;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * Looks up the addresses of hosts on threads that may hang: nothing bounds what a system does for a name. Each name is looked up
 * once at a time, so one that hangs costs one thread, however many ask for it.
 */
final class HostNames {

    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|\\d{1,3}(\\.\\d{1,3}){3}");

    private final Lookup lookup;
    private final Executor threads;
    private final Map<String, CompletableFuture<List<InetAddress>>> underWay = new ConcurrentHashMap<>();

    /** The system's, or a test's. */
    @FunctionalInterface
    interface Lookup {
        InetAddress[] addressesOf(String host) throws UnknownHostException;
    }

    HostNames(Lookup lookup, Executor threads) {
        this.lookup = lookup;
        this.threads = threads;
    }

    /** What is an address already is known at once. */
    CompletableFuture<List<InetAddress>> addressesOf(String host) {
        CompletableFuture<List<InetAddress>> addresses = new CompletableFuture<>();
        if (isAddress(host)) {
            look(host, addresses);
            return addresses;
        }
        CompletableFuture<List<InetAddress>> before = underWay.putIfAbsent(host, addresses);
        if (before != null) {
            return before.copy();
        }
        try {
            threads.execute(() -> look(host, addresses));
        } catch (RuntimeException | Error e) { // no thread to be had: the next one tries again
            underWay.remove(host, addresses);
            addresses.completeExceptionally(e);
        }
        return addresses.copy(); // whoever gives up does not give up for the others
    }

    static boolean isAddress(String host) {
        return ADDRESS.matcher(host).matches();
    }

    private void look(String host, CompletableFuture<List<InetAddress>> addresses) {
        try {
            List<InetAddress> found = List.of(lookup.addressesOf(host));
            underWay.remove(host, addresses);
            addresses.complete(found);
        } catch (UnknownHostException | RuntimeException | Error e) {
            underWay.remove(host, addresses);
            addresses.completeExceptionally(e);
        }
    }
}
