package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guide's recipes on a real PostgreSQL: nodes leave, join and have the number of shards changed in the middle of the work. */
class GuideRecipesTest {

    private static final String SHARD_OF =
            "('x' || left(encode(sha256(convert_to(%KEY%, 'UTF8')), 'hex'), 8))::bit(32)::bigint";

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private DataSource dataSource;

    @BeforeEach
    void begin() {
        TestDatabase database = PostgresDatabase.fresh();
        open.push(database);
        dataSource = database.dataSource();
    }

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private Shards node(String id, Function<Baton, ShardsBuilder> recipe) {
        Baton baton =
                Baton.on(dataSource).node(id).component(ShardsSchema.COMPONENT).start();
        open.push(baton);
        Shards shards = recipe.apply(baton)
                .every(Duration.ofMillis(150), Duration.ofSeconds(4))
                .start();
        open.push(shards);
        return shards;
    }

    /** Two nodes, of which one leaves while another comes and the number changes. */
    private void turbulence(Function<Baton, ShardsBuilder> recipe) throws SQLException {
        Shards a = node("a", recipe);
        Shards b = node("b", recipe);
        Waits.until("both work", () -> !a.leading().isEmpty() && !b.leading().isEmpty());
        b.resize(3);
        a.close();
        node("c", recipe);
    }

    // region batch
    ShardsBuilder interest(Baton baton, String night) {
        return Shards.of(baton, "interest", 8).work(term -> {
            List<String> accounts = accountsWithout(night, term);
            while (!accounts.isEmpty() && !term.isOver()) { // in chunks: who takes over goes on where this one stopped
                for (String account : accounts) {
                    baton.fenced(term.token(), connection -> payInterest(connection, account, night));
                }
                accounts = accountsWithout(night, term);
            }
            while (!term.awaitOver(Duration.ofMinutes(1))) {
                // This part of the night is done. A program that runs for many nights looks for the next one here.
            }
        });
    }
    // endregion

    private List<String> accountsWithout(String night, ShardTerm term) throws SQLException {
        return column(
                "SELECT account FROM accounts WHERE paid_for < ? AND " + inShard("account")
                        + " ORDER BY account LIMIT 10",
                night,
                term);
    }

    private static void payInterest(Connection connection, String account, String night) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE accounts SET balance = balance + 1, paid_for = ? WHERE account = ?")) {
            update.setString(1, night);
            update.setString(2, account);
            update.execute();
        }
    }

    @Test
    void aNightlyBatchPaysEveryAccountOnce() throws Exception {
        run("CREATE TABLE accounts (account text PRIMARY KEY, balance int NOT NULL, paid_for text NOT NULL)");
        run("INSERT INTO accounts SELECT 'account-' || n, 0, '' FROM generate_series(1, 400) n");
        turbulence(baton -> interest(baton, "2026-11-18"));
        Waits.until(
                "all have interest",
                () -> column("SELECT account FROM accounts WHERE paid_for = ''").isEmpty());
        assertThat(column("SELECT DISTINCT balance::text FROM accounts")).containsExactly("1");
    }

    /** Where the outbox is relayed to: refuses what a stale sender sends, as anything can that keeps two numbers for a key. */
    private static final class Broker {
        private final List<String> received = Collections.synchronizedList(new ArrayList<>());

        void send(Message message, long layout, long epoch) {
            received.add(message.key() + " " + message.id());
            assertThat(layout).isPositive();
            assertThat(epoch).isPositive();
        }
    }

    private record Message(long id, String key) {}

    private final Broker broker = new Broker();

    // region outbox
    ShardsBuilder relay(Baton baton) {
        return Shards.of(baton, "outbox", 8).work(term -> {
            while (!term.awaitOver(Duration.ofMillis(200))) {
                for (Message message : unsent(term)) { // the oldest first
                    term.gate().requireLeader(); // what cannot be rolled back passes the gate
                    broker.send(message, term.layout().number(), term.token().epoch());
                    baton.fenced(term.token(), connection -> markAsSent(connection, message));
                }
            }
        });
    }
    // endregion

    private List<Message> unsent(ShardTerm term) throws SQLException {
        List<Message> messages = new ArrayList<>();
        for (String id : column(
                "SELECT id::text FROM outbox WHERE ? = '' AND NOT sent AND " + inShard("key")
                        + " ORDER BY outbox.id LIMIT 10",
                "",
                term)) {
            messages.add(new Message(
                    Long.parseLong(id),
                    column("SELECT key FROM outbox WHERE id = " + id).get(0)));
        }
        return messages;
    }

    private static void markAsSent(Connection connection, Message message) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE outbox SET sent = true WHERE id = ?")) {
            update.setLong(1, message.id());
            update.execute();
        }
    }

    @Test
    void anOutboxIsRelayedInTheOrderOfEachKey() throws Exception {
        run("CREATE TABLE outbox (id bigint PRIMARY KEY, key text NOT NULL, sent boolean NOT NULL DEFAULT false)");
        run("INSERT INTO outbox SELECT n, 'key-' || n % 30 FROM generate_series(1, 300) n");
        turbulence(this::relay);
        Waits.until(
                "all is sent",
                () -> column("SELECT id::text FROM outbox WHERE NOT sent").isEmpty());
        for (int key = 0; key < 30; key++) {
            assertInOrder("key-" + key);
        }
    }

    /** Each message at least once, and none for the first time after a later one of its key. */
    private void assertInOrder(String key) {
        long latest = 0;
        List<Long> first = new ArrayList<>();
        for (String line : List.copyOf(broker.received)) {
            String[] words = line.split(" ", -1);
            long id = Long.parseLong(words[1]);
            if (words[0].equals(key) && !first.contains(id)) {
                assertThat(id).as(key).isGreaterThan(latest);
                latest = id;
                first.add(id);
            }
        }
        assertThat(first).as(key).hasSize(10);
    }

    private record Event(long position, String key) {}

    // region consumer
    ShardsBuilder consumer(Baton baton) {
        return Shards.of(baton, "consumer", 8).work(term -> {
            while (!term.awaitOver(Duration.ofMillis(200))) {
                for (Event event : unread(term)) { // of the keys of this shard, the oldest first
                    baton.fenced(term.token(), connection -> {
                        apply(connection, event);
                        remember(connection, event.key(), event.position()); // in the same transaction: exactly once
                    });
                }
            }
        });
    }
    // endregion

    private List<Event> unread(ShardTerm term) throws SQLException {
        List<Event> events = new ArrayList<>();
        for (String position : column(
                "SELECT e.position::text FROM events e LEFT JOIN read_up_to r ON r.key = e.key"
                        + " WHERE ? = '' AND e.position > coalesce(r.position, 0) AND " + inShard("e.key")
                        + " ORDER BY e.position LIMIT 10",
                "",
                term)) {
            String key = column("SELECT key FROM events WHERE position = " + position)
                    .get(0);
            events.add(new Event(Long.parseLong(position), key));
        }
        return events;
    }

    private static void apply(Connection connection, Event event) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO applied (key, position) VALUES (?, ?)")) {
            insert.setString(1, event.key());
            insert.setLong(2, event.position());
            insert.execute();
        }
    }

    private static void remember(Connection connection, String key, long position) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement("INSERT INTO read_up_to VALUES (?, ?)"
                + " ON CONFLICT (key) DO UPDATE SET position = excluded.position")) {
            upsert.setString(1, key);
            upsert.setLong(2, position);
            upsert.execute();
        }
    }

    @Test
    void eventsAreAppliedOnceInTheOrderOfEachKey() throws Exception {
        run("CREATE TABLE events (position bigint PRIMARY KEY, key text NOT NULL)");
        run("CREATE TABLE read_up_to (key text PRIMARY KEY, position bigint NOT NULL)");
        run("CREATE TABLE applied (n bigint GENERATED ALWAYS AS IDENTITY, key text, position bigint)");
        run("INSERT INTO events SELECT n, 'key-' || n % 30 FROM generate_series(1, 300) n");
        turbulence(this::consumer);
        Waits.until(
                "all is applied",
                () -> column("SELECT count(*)::text FROM applied").equals(List.of("300")));
        assertThat(column("SELECT a.position::text FROM applied a JOIN applied b"
                        + " ON a.key = b.key AND a.n < b.n AND a.position >= b.position"))
                .isEmpty();
    }

    private static String inShard(String column) {
        return SHARD_OF.replace("%KEY%", column) + " % ? = ?";
    }

    /** The first parameter, the number of shards and the shard are bound in this order. */
    private List<String> column(String sql, String first, ShardTerm term) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, first);
            select.setInt(2, term.layout().shards());
            select.setInt(3, term.shard());
            return column(select.executeQuery());
        }
    }

    private List<String> column(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement select = connection.createStatement()) {
            return column(select.executeQuery(sql));
        }
    }

    private static List<String> column(ResultSet rows) throws SQLException {
        try (rows) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    private void run(String statement) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement once = connection.createStatement()) {
            once.execute(statement);
        }
    }
}
