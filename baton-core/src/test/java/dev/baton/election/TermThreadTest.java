package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TermThreadTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(TermThread.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final DeadlineGate gate = new DeadlineGate("r", () -> 0);
    private final CompletableFuture<String> ended = new CompletableFuture<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
        logger.setAdditive(true);
    }

    private TermThread start(LeaderWork work) {
        TermThread thread = new TermThread(new LeaderToken("r", "me", 1), gate, work, ended::complete);
        thread.start();
        return thread;
    }

    private ILoggingEvent line() throws Exception {
        ended.get(30, TimeUnit.SECONDS);
        assertThat(log.list).hasSize(1);
        return log.list.get(0);
    }

    @Test
    void workThatFailsIsAnError() throws Exception {
        start(term -> {
            throw new IllegalStateException("no");
        });
        assertThat(line().getLevel()).isEqualTo(Level.ERROR);
        assertThat(line().getThrowableProxy()).isNotNull();
    }

    @Test
    void workThatFailsWhileItIsToldToStopIsToldInOneLine() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        TermThread thread = start(term -> {
            working.countDown();
            assertThat(term.awaitOver(Duration.ofSeconds(30))).isTrue();
            throw new IllegalStateException("in the middle of pruning");
        });
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        thread.finish();
        assertThat(line().getLevel()).isEqualTo(Level.INFO);
        assertThat(line().getThrowableProxy()).isNull();
        assertThat(line().getFormattedMessage()).contains("in the middle of pruning");
    }

    @Test
    void workThatItsGateStopsIsToldInOneLine() throws Exception {
        start(term -> term.gate().requireLeader());
        assertThat(line().getLevel()).isEqualTo(Level.INFO);
        assertThat(line().getThrowableProxy()).isNull();
        assertThat(line().getFormattedMessage()).contains("does not lead role 'r'");
    }
}
