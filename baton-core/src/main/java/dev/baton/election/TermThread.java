package dev.baton.election;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import dev.baton.support.Threads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread on which the work of one term runs. */
final class TermThread implements Term {

    private static final Logger LOG = LoggerFactory.getLogger(TermThread.class);

    private final LeaderToken token;
    private final TermGate gate;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    /** @param ended told, with a reason, when the work has ended */
    TermThread(LeaderToken token, DeadlineGate gate, LeaderWork work, Consumer<String> ended) {
        this.token = token;
        this.gate = new TermGate(gate, token);
        this.thread = Threads.daemon("baton-work-" + token.role() + "-" + token.epoch(), () -> {
            String reason = "its work ended";
            try {
                if (!isOver()) {
                    work.lead(this);
                }
            } catch (InterruptedException e) {
                reason = "its work was interrupted";
            } catch (Throwable e) {
                reason = "its work failed: " + e;
                log(e);
            } finally {
                ended.accept(reason);
            }
        });
    }

    /** Work that is told to stop, or stopped by its gate, may do so in the middle of something: no defect of it. */
    private void log(Throwable failure) {
        boolean stopped = failure instanceof NotLeaderException || (failure instanceof Exception && isOver());
        if (stopped) {
            LOG.info("the work of {} stopped in the middle of something: {}", token, failure.toString());
        } else {
            LOG.error("the work of {} failed", token, failure);
        }
    }

    void start() {
        thread.start();
    }

    boolean isWorking() {
        return thread.isAlive();
    }

    /** Whether the work has ended by then. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        thread.join(Math.max(1, atMost.toMillis()));
        return !thread.isAlive();
    }

    void finish() {
        over.countDown();
    }

    void interrupt() {
        over.countDown();
        thread.interrupt();
    }

    @Override
    public LeaderToken token() {
        return token;
    }

    @Override
    public LeaderGate gate() {
        return gate;
    }

    @Override
    public boolean isOver() {
        return over.getCount() == 0;
    }

    @Override
    public boolean awaitOver(Duration atMost) throws InterruptedException {
        return over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
