package dev.baton.spring.election;

import dev.baton.LeaderWork;
import dev.baton.Names;
import dev.baton.spring.BatonSetupException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The roles that annotations name, with their work, gathered while beans are made. Depends on nothing. */
public final class RequestedRoles {

    private final Map<String, Optional<LeaderWork>> wanted = new TreeMap<>();
    private final Set<String> elsewhere = new TreeSet<>();
    private final Map<String, Integer> shardsOf = new TreeMap<>();
    private final Set<String> ledBesides = new TreeSet<>();

    /** RequestedRoles that a library stands for: properties may set how, but nothing here campaigns for them. */
    public synchronized void ownedElsewhere(Set<String> roles) {
        elsewhere.addAll(roles);
    }

    /**
     * A role that is divided, which nothing here campaigns for either.
     *
     * @param shards into how many; 0 if this instance takes no part
     */
    public synchronized void divided(String role, int shards) {
        elsewhere.add(role);
        shardsOf.put(role, shards);
    }

    /** The same for one that has a leader besides its shards, for what is not divided. */
    public synchronized void dividedBesides(String role, int shards) {
        divided(role, shards);
        ledBesides.add(role);
    }

    /** Into how many shards a role is divided; 0 if it is not, or if this instance takes no part. */
    public synchronized int shardsOf(String role) {
        return shardsOf.getOrDefault(role, 0);
    }

    /** For how many roles this instance may have to stand on account of one: all shards of one that is divided, and its coordinator. */
    public synchronized int standsFor(String role) {
        if (!shardsOf.containsKey(role)) {
            return 1;
        }
        int shards = shardsOf.get(role);
        return (shards == 0 ? 0 : shards + 1) + (ledBesides.contains(role) ? 1 : 0);
    }

    synchronized boolean isOwnedElsewhere(String role) {
        return elsewhere.contains(role);
    }

    synchronized void call(String role, String where) {
        wanted.putIfAbsent(checked(role, where), Optional.empty());
    }

    synchronized void work(String role, LeaderWork work, String where) {
        Optional<LeaderWork> before = wanted.put(checked(role, where), Optional.of(work));
        if (before != null && before.isPresent()) {
            throw new BatonSetupException(
                    "Role '" + role + "' has two LeaderWork beans, the second is " + where + ".",
                    "Give each LeaderWork a role of its own.");
        }
    }

    private static String checked(String role, String where) {
        try {
            return Names.role(role);
        } catch (IllegalArgumentException e) {
            throw new BatonSetupException(
                    "@LeaderOnly on " + where + ": " + e.getMessage() + ".",
                    "Change the role of that annotation, for example to '" + suggestion(role) + "'.");
        }
    }

    private static String suggestion(String role) {
        String usable = role.trim().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[^A-Za-z0-9]+", "");
        return usable.isEmpty() ? "reporter" : usable.substring(0, Math.min(usable.length(), Names.MAX_ROLE));
    }

    /** Whoever stands for them. */
    public synchronized Set<String> all() {
        Set<String> all = new TreeSet<>(wanted.keySet());
        all.addAll(elsewhere);
        return all;
    }

    synchronized Map<String, Optional<LeaderWork>> wanted() {
        return new TreeMap<>(wanted);
    }
}
