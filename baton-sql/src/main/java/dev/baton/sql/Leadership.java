package dev.baton.sql;

import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who leads what, and who led it before, as the database shows it. For operators and dashboards; decides nothing. */
public final class Leadership {

    private static final Duration OPENING = Duration.ofSeconds(5);
    private static final Instant FAR = Instant.parse("2261-01-01T00:00:00Z");

    private final Database database;

    Leadership(Database database) {
        this.database = database;
    }

    /**
     * A role's row.
     *
     * @param strategy the word for it in the row, as is that of the takeover: whoever wrote it may be of another version
     * @param released whether its holder has left it
     */
    public record Leader(
            String role,
            String nodeId,
            String holderId,
            long epoch,
            String strategy,
            String takeover,
            Instant acquiredAt,
            Instant renewedAt,
            Instant expiresAt,
            boolean released) {}

    /**
     * One entry of a role's history.
     *
     * @param event {@code acquired, evicted, released, drained, transferred} or {@code lost}, as the table has it: a later version may write
     *     others, which are shown as they are
     */
    public record Entry(
            long id, String role, long epoch, String holderId, String nodeId, String event, String reason, Instant at) {

        private static final String BEGINNING = "acquired";
        private static final Set<String> ENDS = Set.of("released", "drained", "transferred", "lost");

        /** Whether a term begins with it. */
        public boolean begins() {
            return event.equals(BEGINNING);
        }

        /** Whether a term ends with it. An eviction is recorded before it happens; the term's end comes later. */
        public boolean ends() {
            return ENDS.contains(event);
        }
    }

    /** Every role that was ever led, by name. */
    public List<Leader> leaders() throws SQLException {
        return use((ready, c) -> ready.sql().get("leaders-list").plain().all(c, Leadership::leader));
    }

    /**
     * A part of the history.
     *
     * @param role of this role alone, or of all if there is none
     * @param from entries of this time and later
     * @param to entries before this time
     * @param before entries older than the one with this id: how one page follows the other
     * @param atMost how many, the newest
     */
    public record Part(Optional<String> role, Instant from, Instant to, long before, int atMost) {

        /** The latest entries of all roles. */
        public static Part latest(int atMost) {
            return new Part(Optional.empty(), Instant.EPOCH, FAR, Long.MAX_VALUE, atMost);
        }

        /** The same of one role alone. */
        public Part of(String one) {
            return new Part(Optional.of(one), from, to, before, atMost);
        }

        /** The same of some time alone. */
        public Part between(Instant begin, Instant end) {
            return new Part(role, begin, end, before, atMost);
        }

        /** The same, older than this entry. */
        public Part olderThan(long id) {
            return new Part(role, from, to, id, atMost);
        }
    }

    /** The latest entries of a role's history, newest first. */
    public List<Entry> history(String role, int atMost) throws SQLException {
        return history(Part.latest(atMost).of(role));
    }

    /** A part of the history, newest first. */
    public List<Entry> history(Part part) throws SQLException {
        return use((ready, c) -> {
            Command command = part.role().isPresent()
                    ? ready.sql().get("history-of-role").set("role", part.role().get())
                    : ready.sql().get("history-of-all").plain();
            return command.set("before", part.before())
                    .set("from_us", micros(part.from()))
                    .set("to_us", micros(part.to()))
                    .atMost(part.atMost())
                    .all(c, Leadership::entry);
        });
    }

    /**
     * The entries of each role's latest term at some time, its end included, whenever that was; newest first.
     *
     * @param since terms that had ended before this are left out
     * @param atMost how many entries, the newest
     */
    public List<Entry> standing(Instant at, Instant since, int atMost) throws SQLException {
        return use((ready, c) -> ready.sql()
                .get("history-standing")
                .set("at_us", micros(at))
                .set("ended_us", micros(since))
                .atMost(atMost)
                .all(c, Leadership::entry));
    }

    /** The time of the oldest entry that is kept. */
    public Optional<Instant> historyBegins() throws SQLException {
        return use((ready, c) -> ready.sql().get("history-begin").plain().first(c, row -> Command.instant(row, "at")));
    }

    /** Within what every database can count with. */
    private static long micros(Instant at) {
        Instant bounded = at.isBefore(Instant.EPOCH) ? Instant.EPOCH : at.isAfter(FAR) ? FAR : at;
        return bounded.getEpochSecond() * 1_000_000 + bounded.getNano() / 1_000;
    }

    /** The latest entries of all roles' history, newest first. */
    public List<Entry> recent(int atMost) throws SQLException {
        return use((ready, c) ->
                ready.sql().get("history-recent").plain().atMost(atMost).all(c, Leadership::entry));
    }

    private static Leader leader(ResultSet row) throws SQLException {
        return new Leader(
                row.getString("lease_name"),
                row.getString("node_id"),
                row.getString("holder_id"),
                row.getLong("lease_epoch"),
                row.getString("strategy"),
                row.getString("takeover"),
                Command.instant(row, "acquired_at"),
                Command.instant(row, "renewed_at"),
                Command.instant(row, "expires_at"),
                row.getBoolean("released"));
    }

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(
                row.getLong("id"),
                row.getString("lease_name"),
                row.getLong("lease_epoch"),
                row.getString("holder_id"),
                row.getString("node_id"),
                row.getString("event"),
                row.getString("reason"),
                Command.instant(row, "at"));
    }

    private <T> T use(Connections.Use<Database.Ready, T> use) throws SQLException {
        return database.useConnection(OPENING, use);
    }
}
