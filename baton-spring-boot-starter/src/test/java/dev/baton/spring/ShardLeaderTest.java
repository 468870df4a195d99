package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.shards.ShardTerm;
import dev.baton.shards.ShardWork;
import dev.baton.shards.Shards;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Two applications that divide their work, on real databases. */
class ShardLeaderTest {

    private static final String[] H2 = {
        "spring.datasource.url=" + H2Database.fresh().url(),
        "baton.election.strategy=lease",
        "baton.election.takeover=exclusive",
        "baton.election.lease-duration=6s",
        "baton.election.renew-interval=1s",
        "baton.election.acquire-interval=500ms"
    };

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application whose orders are settled by all of its instances. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Orders orders(JdbcTemplate jdbc) {
            return new Orders(jdbc);
        }

        @Bean
        Settlement settlement(Orders orders) {
            return new Settlement(orders);
        }

        @Bean
        Watch watch() {
            return new Watch();
        }

        @Bean
        ShardsCustomizer brisk() {
            return (group, builder) -> builder.every(Duration.ofMillis(150), Duration.ofSeconds(4));
        }
    }

    /** Its table: which term wrote what, in this order. The first transaction of each shard fails in its midst. */
    static class Orders {
        private static final List<String> KEYS =
                IntStream.range(0, 20).mapToObj(i -> "order-" + i).toList();

        private final JdbcTemplate jdbc;
        private final Set<String> failed = ConcurrentHashMap.newKeySet();
        private volatile Hold hold = new Hold(new CountDownLatch(0), new CountDownLatch(0));

        /** Where calls wait, and are counted. */
        private record Hold(CountDownLatch waiting, CountDownLatch release) {}

        Orders(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
            jdbc.execute("CREATE TABLE IF NOT EXISTS settled (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                    + " order_key varchar(40), epoch bigint)");
        }

        List<String> open() throws InterruptedException {
            Hold now = hold;
            now.waiting().countDown();
            now.release().await();
            return KEYS;
        }

        @Transactional
        public void settle(String order, LeaderToken token) {
            jdbc.update("INSERT INTO settled (order_key, epoch) VALUES (?, ?)", order, token.epoch());
            if (order.startsWith("order") && failed.add(token.role())) {
                throw new IllegalStateException("the first call for each shard fails");
            }
        }

        int failures() {
            return failed.size();
        }

        /** @return counts the calls that wait for the release */
        CountDownLatch hold(int calls, CountDownLatch release) {
            CountDownLatch waiting = new CountDownLatch(calls);
            hold = new Hold(waiting, release);
            return waiting;
        }

        long settled(String like) {
            return jdbc.queryForObject("SELECT count(*) FROM settled WHERE order_key LIKE ?", Long.class, like);
        }

        /** Keys for which an earlier term wrote after a later one. */
        List<String> staleWrites() {
            Map<String, Long> latest = new HashMap<>();
            return jdbc
                    .query("SELECT order_key, epoch FROM settled ORDER BY n", (row, i) -> {
                        String key = row.getString(1);
                        long before = latest.getOrDefault(key, 0L);
                        latest.merge(key, row.getLong(2), Math::max);
                        return before > row.getLong(2) ? key : "";
                    })
                    .stream()
                    .filter(key -> !key.isEmpty())
                    .toList();
        }
    }

    /** What is done with them. */
    static class Settlement {
        private final Orders orders;

        Settlement(Orders orders) {
            this.orders = orders;
        }

        // region annotation
        @ShardLeader(group = "orders", shards = 4, after = "${settle.pause:100ms}", fenced = true)
        public void settle(ShardTerm term) throws InterruptedException { // each call is one fenced transaction
            for (String order : orders.open()) {
                if (term.covers(order)) {
                    orders.settle(order, LeaderContext.token());
                }
            }
        }
        // endregion
    }

    /** For whole terms. */
    @ShardLeader(group = "${watch.group:watch}", shards = 2)
    static class Watch implements ShardWork {
        private final Set<Integer> led = ConcurrentHashMap.newKeySet();

        @Override
        public void lead(ShardTerm term) throws InterruptedException {
            led.add(term.shard());
            while (!term.awaitOver(Duration.ofMinutes(1))) {
                // it only watches
            }
        }
    }

    private static void until(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(TestPatience.LONGEST_WAIT).until(condition);
    }

    private static Shards orders(ConfigurableApplicationContext context) {
        return context.getBean(ShardLeaders.class).shards("orders");
    }

    private static int leads(ConfigurableApplicationContext context) {
        return orders(context).leading().size();
    }

    @Test
    void instancesShareTheWorkAndInheritIt() {
        shareAndInherit();
    }

    @Test
    void instancesShareTheWorkOnH2() {
        shareAndInherit(H2);
    }

    private void shareAndInherit(String... properties) {
        ConfigurableApplicationContext one = contexts.node("one", App.class, properties);
        Orders orders = one.getBean(Orders.class);
        until("one leads all", () -> leads(one) == 4);
        ConfigurableApplicationContext two = contexts.node("two", App.class, properties);
        until("even", () -> leads(one) == 2 && leads(two) == 2);
        until("a watch each", () -> !two.getBean(Watch.class).led.isEmpty());
        long before = orders.settled("order-%");
        until("both settle", () -> orders.settled("order-%") > before + 100);

        one.close();
        until("two leads all", () -> leads(two) == 4);
        Orders rest = two.getBean(Orders.class);
        long at = rest.settled("order-%");
        until("all is settled", () -> rest.settled("order-%") > at + 100);
        assertThat(rest.staleWrites()).isEmpty();
    }

    @Test
    void aCallThatFailsWritesNothingAndTheNextComes() {
        ConfigurableApplicationContext one = contexts.node("one", App.class, "settle.pause=1h");
        until("each shard was called once", () -> one.getBean(Orders.class).failures() == 4);
        one.close();
        JdbcTemplate jdbc = new JdbcTemplate(contexts.database().dataSource());
        assertThat(jdbc.queryForObject("SELECT count(*) FROM settled", Long.class))
                .isZero();

        ConfigurableApplicationContext two = contexts.node("two", App.class);
        until("and again", () -> two.getBean(Orders.class).settled("order-%") > 0);
    }

    /** Fails with errors, which are no exceptions. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Broken {
        private final Map<Integer, Set<Long>> epochs = new ConcurrentHashMap<>();
        private final AtomicInteger calls = new AtomicInteger();

        @ShardLeader(group = "broken", shards = 2, after = "20ms")
        public void work(ShardTerm term) {
            epochs.computeIfAbsent(term.shard(), none -> ConcurrentHashMap.newKeySet())
                    .add(term.token().epoch());
            if (calls.incrementAndGet() % 2 == 0) {
                throw new StackOverflowError("for one row");
            }
            throw new NoClassDefFoundError("left out");
        }
    }

    /** Given up, it would be led by the next instance, fail there, and come back. */
    @Test
    void aCallThatFailsWithAnErrorKeepsItsShard() {
        ConfigurableApplicationContext one = contexts.node("one", Broken.class);
        Broken work = one.getBean(Broken.class);
        until("it is called again and again", () -> work.calls.get() > 40);
        assertThat(work.epochs.values())
                .as("terms, where each error would have ended one")
                .allSatisfy(ofShard -> assertThat(ofShard).hasSizeLessThan(5));
    }

    @Test
    void whoHasLostAShardWritesNothingForItAnyMore() throws Exception {
        ConfigurableApplicationContext one = contexts.node("one", App.class);
        until("one leads all", () -> leads(one) == 4);
        ShardTerm lost = orders(one).leading("order-1").orElseThrow();
        ConfigurableApplicationContext two = contexts.node("two", App.class);
        until("even", () -> leads(two) == 2);
        orders(one).drain().get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        until("two leads all", () -> leads(two) == 4);

        Fenced fenced = one.getBean(Fenced.class);
        Orders orders = one.getBean(Orders.class);
        assertThatThrownBy(() -> fenced.run(lost.token(), () -> orders.settle("too late", lost.token())))
                .isInstanceOf(NotLeaderException.class);
        assertThat(orders.settled("too late")).isZero();
        ShardTerm held = orders(two).leading("order-1").orElseThrow();
        two.getBean(Fenced.class)
                .run(held.token(), () -> two.getBean(Orders.class).settle("in time", held.token()));
        assertThat(orders.settled("in time")).isEqualTo(1);
    }

    @Test
    void closingWaitsForTheCallUnderWay() throws Exception {
        ConfigurableApplicationContext one = contexts.node("one", App.class);
        Orders orders = one.getBean(Orders.class);
        until("each shard was called once", () -> orders.failures() == 4);
        CountDownLatch release = new CountDownLatch(1);
        assertThat(orders.hold(4, release).await(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        List<ShardTerm> terms = orders(one).leading();
        long before = orders.settled("order-%");
        CompletableFuture<Void> closing = CompletableFuture.runAsync(
                one::close, task -> new Thread(task).start()); // the common pool may have only one
        until("all are being left", () -> terms.stream().allMatch(ShardTerm::isOver));
        assertThat(closing).isNotDone();
        assertThat(terms)
                .hasSize(4)
                .as("still leading, for the calls under way")
                .allMatch(term -> term.gate().isLeader());
        release.countDown();
        closing.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        JdbcTemplate jdbc = new JdbcTemplate(contexts.database().dataSource());
        assertThat(jdbc.queryForObject("SELECT count(*) FROM settled", Long.class))
                .as("what was under way is committed")
                .isEqualTo(before + 20);
    }

    /** Without any work of its own: for programs that ask by key. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Asking {
        @Bean
        Answer answer(ObjectProvider<ShardLeaders> leaders) {
            return new Answer(leaders);
        }
    }

    /** Asks. */
    record Answer(ObjectProvider<ShardLeaders> leaders) {
        boolean isOurs(String key) {
            return leaders.getObject().shards("customers").leading(key).isPresent();
        }
    }

    @Test
    void groupsThatOnlyPropertiesNameAreAskedByKey() {
        ConfigurableApplicationContext context = contexts.node(
                "one",
                Asking.class,
                "baton.shards.groups.customers.shards=3",
                "baton.shards.groups.customers.weight=7",
                "baton.shards.grace=1m",
                "baton.election.roles.customers.strategy=lease",
                "baton.election.roles.customers.takeover=exclusive",
                "spring.main.lazy-initialization=true");
        until("it is ours", () -> context.getBean(Answer.class).isOurs("4711"));
        assertThatThrownBy(() -> context.getBean(ShardLeaders.class).shards("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baton.shards.groups.none.shards");
    }

    @Test
    void lazyInitializationLeavesOutWhatBeginsByItself() {
        ConfigurableApplicationContext context =
                contexts.node("one", App.class, "spring.main.lazy-initialization=true", "watch.group=other");
        until("it works", () -> context.getBean(Orders.class).settled("order-%") > 0);
        until("it watches", () -> context.getBean(Watch.class).led.size() == 2);
    }

    @Test
    void whoOnlyObservesTakesNoPart() {
        ConfigurableApplicationContext all = contexts.node("one", App.class, "baton.node.observer=true");
        assertThatThrownBy(() -> orders(all)).isInstanceOf(IllegalStateException.class);
        ConfigurableApplicationContext some =
                contexts.node("two", App.class, "baton.election.roles.orders.observer=true");
        assertThatThrownBy(() -> orders(some)).isInstanceOf(IllegalStateException.class);
        until("the other group", () -> some.getBean(Watch.class).led.size() == 2);
        ConfigurableApplicationContext follower = contexts.node("three", App.class, "baton.election.enabled=false");
        assertThatThrownBy(() -> orders(follower)).isInstanceOf(IllegalStateException.class);
        assertThat(some.getBean(Orders.class).settled("%")).isZero();
    }
}
