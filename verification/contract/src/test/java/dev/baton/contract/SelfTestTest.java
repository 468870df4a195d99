package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.sql.Baton;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A start tries what the fence rests on. A database that does not do it, as behind a pooler that hands out sessions by the
 * statement or in an engine that takes the words and does nothing, is refused: here one in whose statements a word is changed.
 */
class SelfTestTest {

    private static final String NOT_HELD = "a takeover does not wait for fenced writes";
    private static final String NOT_TOLD = "does not tell a fenced transaction from the one that follows";

    /**
     * A database that does not keep a promise.
     *
     * @param statement whose word is changed
     * @param refusal what the start says
     */
    record Broken(Supplier<TestDatabase> fresh, String statement, String word, String instead, String refusal) {

        @Override
        public String toString() {
            return statement + ": " + word + " -> " + instead;
        }
    }

    static Stream<Broken> databases() {
        return Stream.of(
                new Broken(
                        PostgresDatabase::fresh,
                        "fence-enter",
                        "pg_try_advisory_xact_lock_shared(?)",
                        "(? IS NOT NULL)",
                        NOT_HELD),
                new Broken(
                        H2Database::fresh,
                        "fence-shared",
                        "FOR UPDATE",
                        "",
                        NOT_TOLD), // it counts those that have locks
                new Broken(H2Database::fresh, "transaction-mark", "TRANSACTION_ID()", "NULL", NOT_TOLD),
                new Broken(
                        H2Database::fresh,
                        "transaction-marked",
                        "COALESCE(@baton_fence = TRANSACTION_ID(), FALSE)",
                        "TRUE",
                        NOT_TOLD),
                new Broken(MariaDbDatabase::fresh, "fence-shared", "LOCK IN SHARE MODE", "", NOT_HELD),
                new Broken(MariaDbDatabase::fresh, "transaction-mark", "SAVEPOINT baton_fence", "DO 0", NOT_TOLD),
                new Broken(
                        MariaDbDatabase::fresh,
                        "transaction-marked",
                        "RELEASE SAVEPOINT baton_fence",
                        "DO 0",
                        NOT_TOLD),
                new Broken(GivenDatabase::mySql, "fence-shared", "LOCK IN SHARE MODE", "", NOT_HELD),
                new Broken(GivenDatabase::mySql, "transaction-mark", "SAVEPOINT baton_fence", "DO 0", NOT_TOLD));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whatTheFenceRestsOnIsTriedAtStart(Broken broken) throws Exception {
        try (TestDatabase database = broken.fresh().get()) {
            MutantDataSource changed = new MutantDataSource(database.dataSource());
            Baton.start(changed.dataSource()).close();
            String text = Dialects.leadership(Dialects.named(database.dialect()), TableNames.DEFAULT)
                    .get(broken.statement())
                    .jdbc();
            changed.plant(
                    new StatementMutant(broken.toString(), text, text.replace(broken.word(), broken.instead()), ""));
            assertThatThrownBy(() -> Baton.start(changed.dataSource()))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining(broken.refusal());
        }
    }
}
