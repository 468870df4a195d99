package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Two living processes that call themselves the same are told so; one that was started again is not. */
class NamesakesTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.sql.NodeRegistry");
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel() == Level.WARN) {
                warnings.add(event.getFormattedMessage());
            }
        }
    };

    static Stream<TestDatabase> databases() {
        return Stream.of(PostgresDatabase.fresh(), H2Database.fresh());
    }

    @BeforeEach
    void listen() {
        appender.start();
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        logger.addAppender(appender);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(appender);
    }

    private static Baton started(TestDatabase database, String node, String holder) {
        return Baton.on(database.dataSource()).node(node).holderId(holder).start();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aNameThatLivesTwiceIsWarnedOf(TestDatabase database) {
        try (Baton one = started(database, "same", "one");
                Baton two = started(database, "same", "two")) {
            Waits.until("a warning", () -> !warnings.isEmpty());
            assertThat(warnings.get(0))
                    .contains("calls itself node 'same' too", one.holderId(), two.holderId(), "node.id");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whoTakesTheNameOfADeadOneIsNotWarned(TestDatabase database) throws Exception {
        try (Baton dead = started(database, "seat", "dead");
                Baton two = started(database, "other", "two")) {
            Waits.until("both are registered", () -> registered(database) == 2);
        }
        assertThat(registered(database)).isZero();
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO baton_nodes (holder_id, node_id, version, started_at, seen_at)"
                    + " VALUES ('dead', 'seat', 'x', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)");
        }
        try (Baton again = started(database, "seat", "again");
                Baton one = started(database, "same", "one");
                Baton two = started(database, "same", "two")) {
            Waits.until("those that do live twice are told", () -> !warnings.isEmpty());
            assertThat(warnings).noneMatch(warning -> warning.contains("'seat'"));
        }
    }

    private static int registered(TestDatabase database) throws Exception {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM baton_nodes")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
