package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script under {@code baton run}, on several machines as it were. */
class RunIT {

    /** Writes down who begins, with the process that it starts; tidies up when asked to end; ends by itself when told. */
    private static final String SCRIPT = """
            trap 'echo tidied >> log; exit 7' TERM
            sleep 1000 &
            echo "begun $BATON_ROLE $BATON_EPOCH $BATON_HOLDER $$ $! ${BATON_DB_PASSWORD:-none}" >> log
            while [ ! -e enough ]; do sleep 0.1; done
            exit 42
            """;

    @TempDir
    private Path folder;

    /** A term as the script wrote it down. */
    private record Begun(long epoch, String holder, long script, long child, String secret) {

        static Begun of(String line) {
            String[] words = line.split(" ");
            assertThat(words[1]).isEqualTo("nightly");
            return new Begun(
                    Long.parseLong(words[2]), words[3], Long.parseLong(words[4]), Long.parseLong(words[5]), words[6]);
        }

        boolean isGone() {
            return Processes.isGone(script) && Processes.isGone(child);
        }
    }

    private BatonProcess run(PostgresDatabase database) throws IOException {
        return BatonProcess.start(
                Map.of("BATON_DB_PASSWORD", "unused"),
                "run",
                "--db",
                database.url(),
                "--role",
                "nightly",
                "--",
                "sh",
                "-c",
                "cd " + folder + "\n" + SCRIPT);
    }

    private List<Begun> begun() throws IOException {
        Path log = folder.resolve("log");
        return Files.exists(log)
                ? Files.readAllLines(log).stream()
                        .filter(line -> line.startsWith("begun"))
                        .map(Begun::of)
                        .toList()
                : List.of();
    }

    private Begun awaitBegun(int count) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> begun().size() >= count);
        try {
            assertThat(begun()).hasSize(count);
            return begun().get(count - 1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static BatonProcess of(Begun term, BatonProcess one, BatonProcess other) {
        return term.holder().contains("-" + one.pid() + "-") ? one : other;
    }

    @Test
    void theScriptRunsOnOneMachineOfManyAndMovesOnWhenThatIsKilled() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess one = run(database);
                BatonProcess other = run(database)) {
            Begun first = awaitBegun(1);
            assertThat(first.secret()).as("our password is not the script's").isEqualTo("none");
            BatonProcess leader = of(first, one, other);
            BatonProcess follower = leader == one ? other : one;

            leader.kill();

            Begun second = awaitBegun(2);
            await().atMost(TestPatience.LONGEST_WAIT).until(first::isGone);
            assertThat(second.epoch()).isGreaterThan(first.epoch());
            assertThat(of(second, one, other)).isSameAs(follower);
            try (BatonProcess third = run(database)) {
                assertThat(follower.terminate()).as("the script's own end").isEqualTo(7);
                Begun last = awaitBegun(3);
                assertThat(last.epoch()).isGreaterThan(second.epoch());
                assertThat(second.isGone()).isTrue();
                Files.createFile(folder.resolve("enough"));
                assertThat(third.awaitEnd()).as(third.err()).isEqualTo(42);
            }
        }
    }

    /** As {@code baton serve} does: whoever comes first starts the database of the folder, the last one out stops it. */
    @Test
    void withoutADatabaseItIsTheOneOfTheFolder() throws Exception {
        String data = folder.resolve("data").toString();
        try (BatonProcess run = BatonProcess.run(
                5, "run", "--data", data, "--role", "once", "--", "sh", "-c", "echo \"epoch $BATON_EPOCH\"; exit 5")) {
            assertThat(run.out()).isEqualTo("epoch 1\n");
        }
        assertThat(Path.of(data, "postgres", "postmaster.pid")).doesNotExist();
    }
}
