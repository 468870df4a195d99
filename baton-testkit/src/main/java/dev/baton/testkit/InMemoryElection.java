package dev.baton.testkit;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An election of one role without a database, under a clock that only the test moves: for unit tests of code that takes a
 * {@link LeaderGate}. It keeps the promises that such code relies on: one leader at a time, a new epoch for every term, a
 * gate that shuts by itself a fiftieth before the lease ends, also for a member that is paused. Thread-safe.
 *
 * <pre>{@code
 * InMemoryElection election = new InMemoryElection("reporter", Duration.ofSeconds(10));
 * InMemoryElection.Member one = election.join("one");  // leads
 * InMemoryElection.Member two = election.join("two");
 * one.pause();
 * election.advance(Duration.ofSeconds(11));            // one's gate has shut, two leads with epoch 2
 * }</pre>
 */
public final class InMemoryElection {

    private final String role;
    private final Duration lease;
    private final List<Member> members = new ArrayList<>();
    private Duration now = Duration.ZERO;
    private Duration expiresAt = Duration.ZERO;
    private Member holder;
    private long epoch;

    public InMemoryElection(String role, Duration lease) {
        this.role = role;
        this.lease = lease;
    }

    /** A further candidate; leads at once if the role is free. */
    public synchronized Member join(String nodeId) {
        Member member = new Member(nodeId);
        members.add(member);
        settle();
        return member;
    }

    /** Lets time pass: members that are neither paused nor gone renew three times per lease, and succeed each other. */
    public synchronized void advance(Duration by) {
        Duration until = now.plus(by);
        Duration beat = lease.dividedBy(3);
        while (now.plus(beat).compareTo(until) < 0) {
            now = now.plus(beat);
            settle();
        }
        now = until;
        settle();
    }

    /** The token of the present term, if somebody holds the role. */
    public synchronized Optional<LeaderToken> leader() {
        return holder == null || now.compareTo(expiresAt) >= 0 ? Optional.empty() : Optional.of(holder.token);
    }

    private void settle() {
        boolean expired = now.compareTo(expiresAt) >= 0;
        if (holder != null && holder.runs() && !expired) {
            renew();
        } else if (holder == null || expired) {
            holder = members.stream().filter(Member::runs).findFirst().orElse(null);
            if (holder != null) {
                epoch++;
                holder.token = new LeaderToken(role, holder.nodeId, epoch);
                renew();
            }
        }
    }

    private void renew() {
        expiresAt = now.plus(lease);
        holder.openUntil = expiresAt.minus(lease.dividedBy(50));
    }

    /** One candidate, and its gate. */
    public final class Member implements LeaderGate {

        private final String nodeId;
        private LeaderToken token;
        private Duration openUntil = Duration.ZERO;
        private boolean paused;
        private boolean gone;
        private long blocked;

        private Member(String nodeId) {
            this.nodeId = nodeId;
        }

        private boolean runs() {
            return !paused && !gone;
        }

        /** Stops renewing, as a long collection or a frozen machine does. Its gate shuts when its time is up. */
        public void pause() {
            synchronized (InMemoryElection.this) {
                paused = true;
            }
        }

        /** Goes on. */
        public void resume() {
            synchronized (InMemoryElection.this) {
                paused = false;
                settle();
            }
        }

        /** Dies without releasing the role. */
        public void crash() {
            synchronized (InMemoryElection.this) {
                gone = true;
                openUntil = Duration.ZERO;
            }
        }

        /** Leaves the role to the next one; its own gate is shut before. */
        public void leave() {
            synchronized (InMemoryElection.this) {
                crash();
                if (holder == this) {
                    holder = null;
                    settle();
                }
            }
        }

        @Override
        public String role() {
            return role;
        }

        @Override
        public boolean isLeader() {
            synchronized (InMemoryElection.this) {
                return token != null && now.compareTo(openUntil) < 0;
            }
        }

        @Override
        public LeaderToken requireLeader() {
            synchronized (InMemoryElection.this) {
                if (!isLeader()) {
                    blocked++;
                    throw new NotLeaderException(role, nodeId + " does not lead role '" + role + "'");
                }
                return token;
            }
        }

        @Override
        public void ensureEpoch(long wanted) {
            synchronized (InMemoryElection.this) {
                if (!isLeader() || token.epoch() != wanted) {
                    blocked++;
                    throw new NotLeaderException(role, nodeId + " does not lead '" + role + "' in term " + wanted);
                }
            }
        }

        @Override
        public long blocked() {
            synchronized (InMemoryElection.this) {
                return blocked;
            }
        }
    }
}
