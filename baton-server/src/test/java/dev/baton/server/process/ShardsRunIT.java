package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script under {@code baton run --shards}: one for each shard, shared by processes that come, go and die. */
class ShardsRunIT {

    private static final int SHARDS = 4;

    /** Writes down which shard begins and ends; ends by itself when told, with a code that says which it was. */
    private static final String SCRIPT = """
            trap 'echo "ended $BATON_SHARD $BATON_EPOCH" >> log; exit $((10 + BATON_SHARD))' TERM
            echo "begun $BATON_SHARD $BATON_EPOCH $BATON_SHARDS $BATON_LAYOUT $BATON_ROLE $BATON_HOLDER $$" >> log
            while [ ! -e "enough-$BATON_SHARD" ]; do sleep 0.1; done
            exit $((40 + BATON_SHARD))
            """;

    @TempDir
    private Path folder;

    /** A term of a shard as its script wrote it down. */
    private record Begun(int shard, long epoch, String holder, long script) {

        static Begun of(String line) {
            String[] words = line.split(" ");
            assertThat(words[3]).as("BATON_SHARDS").isEqualTo(Integer.toString(SHARDS));
            assertThat(words[4]).as("BATON_LAYOUT").isEqualTo("1");
            assertThat(words[5]).as("BATON_ROLE").isEqualTo("orders." + words[1]);
            return new Begun(Integer.parseInt(words[1]), Long.parseLong(words[2]), words[6], Long.parseLong(words[7]));
        }

        boolean isOf(BatonProcess process) {
            return holder.contains("-" + process.pid() + "-");
        }
    }

    private BatonProcess run(PostgresDatabase database) throws IOException {
        return run(database, "--shards", Integer.toString(SHARDS));
    }

    private BatonProcess run(PostgresDatabase database, String division, String how) throws IOException {
        return run(database, SCRIPT, division, how);
    }

    private BatonProcess run(PostgresDatabase database, String script, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--db", database.url(), "--role", "orders"));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--", "sh", "-c", "cd " + folder + "\n" + script));
        return BatonProcess.start(arguments.toArray(String[]::new));
    }

    private List<String> lines() throws IOException {
        Path log = folder.resolve("log");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** By shard, who began last. */
    private Map<Integer, Begun> latest() throws IOException {
        Map<Integer, Begun> latest = new HashMap<>();
        lines().stream().filter(line -> line.startsWith("begun")).map(Begun::of).forEach(b -> latest.put(b.shard(), b));
        return latest;
    }

    /** The shards that a process leads, as far as their scripts have begun there last and still run. */
    private Set<Integer> ledBy(BatonProcess process) throws IOException {
        return latest().values().stream()
                .filter(begun -> begun.isOf(process) && !Processes.isGone(begun.script()))
                .map(Begun::shard)
                .collect(Collectors.toSet());
    }

    private void awaitShares(Map<BatonProcess, Integer> shares) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> {
            for (Map.Entry<BatonProcess, Integer> share : shares.entrySet()) {
                if (ledBy(share.getKey()).size() != share.getValue()) {
                    return false;
                }
            }
            return true;
        });
    }

    @Test
    void everyShardHasAScriptThatMovesWithItAndOutlivesNoOneWhoIsKilled() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess one = run(database)) {
            awaitShares(Map.of(one, SHARDS));
            try (BatonProcess other = run(database)) {
                awaitShares(Map.of(one, 2, other, 2));
                assertThat(inTurns(lines())).as(String.join("\n", lines())).isTrue();
                Map<Integer, Begun> before = latest();
                Set<Integer> orphans = ledBy(other);

                other.kill();

                awaitShares(Map.of(one, SHARDS));
                Map<Integer, Begun> after = latest();
                for (int shard = 0; shard < SHARDS; shard++) {
                    Begun then = before.get(shard);
                    if (orphans.contains(shard)) {
                        await().atMost(TestPatience.LONGEST_WAIT).until(() -> Processes.isGone(then.script()));
                        assertThat(after.get(shard).epoch()).isGreaterThan(then.epoch());
                    } else {
                        assertThat(after.get(shard)).as("not disturbed").isEqualTo(then);
                    }
                }
                assertThat(one.terminate())
                        .as("the highest of the scripts' own ends")
                        .isEqualTo(13);
                assertThat(after.values()).allMatch(begun -> Processes.isGone(begun.script()));
            }
        }
    }

    /** Whether a shard's next script began only after the one before had ended, where nobody was killed. */
    private static boolean inTurns(List<String> lines) {
        Set<String> running = new HashSet<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            boolean fits = words[0].equals("begun") ? running.add(words[1]) : running.remove(words[1]);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** The number is in a file that all machines have; one of them is three times as large as the other. */
    @Test
    void theNumberMayStandInTheFileAndSharesGoByWeight() throws Exception {
        Path small = file("small", 1);
        Path large = file("large", 3);
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess one = run(database, "--config", small.toString());
                BatonProcess other = run(database, "--config", large.toString())) {
            awaitShares(Map.of(one, 1, other, 3));
        }
    }

    private Path file(String node, int weight) throws IOException {
        return Files.writeString(
                folder.resolve(node + ".toml"),
                "[node]\nid = '" + node + "'\nweight = " + weight + "\n[election.roles.orders]\nshards = " + SHARDS
                        + "\n");
    }

    /** On one machine of many somebody has forgotten to say that the role is divided, or says so too early. */
    @Test
    void aRoleIsLedWholeOrInPartsAndNeverBoth() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh()) {
            try (BatonProcess run = run(database)) {
                awaitShares(Map.of(run, SHARDS));
                assertThat(refused(database, "orders")).contains("is divided into 4 shards", "with --shards");
                assertThat(refused(database, "orders.1")).contains("is one of those of role 'orders'");
                assertThat(refused(database, "orders.coordinator")).contains("is one of those of role 'orders'");
                run.terminate(); // one that is killed counts for some seconds more
            }
            try (BatonProcess whole = run(database, "--config", file("whole").toString())) {
                await().atMost(TestPatience.LONGEST_WAIT)
                        .until(() -> whole.err().contains("leads orders, epoch"));
                assertThat(refused(database, "orders", "--shards", "4")).contains("is led whole by node 'whole'");
            }
            assertThat(refused(database, "scheduler", "--shards", "4")).contains("is the server's own");
            try (BatonProcess part = BatonProcess.start(
                    "run", "--db", database.url(), "--role", "parcels.1", "--", "sh", "-c", "sleep 600")) {
                await().atMost(TestPatience.LONGEST_WAIT).until(() -> part.err().contains("leads parcels.1, epoch"));
                assertThat(refused(database, "parcels", "--shards", "4", "--grace", "0s"))
                        .contains("role 'parcels.1' is led by node");
                try (BatonProcess waiting = startForNothing(database, "parcels", "--shards", "4", "--grace", "1h")) {
                    await().atMost(TestPatience.LONGEST_WAIT)
                            .until(() -> waiting.err().contains("waiting for node"));
                    assertThat(waiting.terminate()).as(waiting.err()).isEqualTo(143);
                }
            }
        }
    }

    /** While the programs of one that was told to end tidy up, its successor waits, and nobody begins to do all of it beside them. */
    @Test
    void whoComesWhileAnotherEndsWaitsForItsScripts() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess one = runThatTidiesUp(database)) {
            awaitShares(Map.of(one, SHARDS));
            assertThat(ProcessHandle.of(one.pid()).orElseThrow().destroy()).isTrue();
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> members(database) == 0);

            assertThat(refused(database, "orders")).contains("is divided into 4 shards");
            try (BatonProcess next = runThatTidiesUp(database)) {
                await().atMost(TestPatience.LONGEST_WAIT).until(() -> next.err().contains("waiting for node"));
                assertThat(ledBy(one)).as("all are at work still").hasSize(SHARDS);
                Files.createFile(folder.resolve("tidy"));

                assertThat(one.awaitEnd()).as(one.err()).isEqualTo(13);
                awaitShares(Map.of(next, SHARDS));
                assertThat(inTurns(lines())).as(String.join("\n", lines())).isTrue();
            }
        }
    }

    private BatonProcess runThatTidiesUp(PostgresDatabase database) throws IOException {
        String script = SCRIPT.replace("trap '", "trap 'while [ ! -e tidy ]; do sleep 0.1; done; ");
        return run(database, script, "--shards", Integer.toString(SHARDS), "--grace", "3m");
    }

    private static long members(PostgresDatabase database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM baton_shard_members")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static BatonProcess startForNothing(PostgresDatabase database, String role, String... more)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--db", database.url(), "--role", role));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--", "true"));
        return BatonProcess.start(arguments.toArray(String[]::new));
    }

    private static String refused(PostgresDatabase database, String role, String... more) throws Exception {
        try (BatonProcess run = startForNothing(database, role, more)) {
            assertThat(run.awaitEnd()).as(run.err()).isNotZero();
            return run.err();
        }
    }

    private Path file(String node) throws IOException {
        return Files.writeString(folder.resolve(node + ".toml"), "[node]\nid = '" + node + "'\n");
    }

    @Test
    void theFirstThatEndsByItselfEndsThemAllAndGivesItsCode() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess run = run(database)) {
            awaitShares(Map.of(run, SHARDS));
            Files.createFile(folder.resolve("enough-2"));

            assertThat(run.awaitEnd()).as(run.err()).isEqualTo(42);
            assertThat(latest().values()).allMatch(begun -> Processes.isGone(begun.script()));
            assertThat(lines()).filteredOn(line -> line.startsWith("ended")).hasSize(SHARDS - 1);
        }
    }
}
