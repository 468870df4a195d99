package dev.baton.failures;

import dev.baton.failures.driver.Failure;
import dev.baton.failures.stage.IntentSide;
import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.Schedule;
import dev.baton.submissions.SubmissionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One thing that happens in a {@link RandomHistory}.
 *
 * @param number tells jobs and intents apart, and says whom it hits
 * @param failure how a call fails, if that is what happens
 */
record HistoryStep(Kind kind, int number, Failure failure) {

    /** All but those that no process outlives, which are steps of their own. */
    static final List<Failure> FAILURES =
            List.of(Failure.values()).stream().filter(one -> !one.isDeath()).toList();

    private static final String RECURRING = "again:recurring";
    private static final String CRON = "cron:tick";
    private static final List<String> INTENTS =
            List.of("ok:%s@three", "ok:%s@once", "ok:%s@told", "no:%s@three", "flaky:%s@three", "bad:%s@three");
    private static final int MOST_INSTANCES = 3;
    private static final int SAME = 3;
    private static final int SOME_CALLS = 25;

    /** What can happen. */
    enum Kind {
        ENQUEUE,
        ENQUEUE_WITHIN,
        ENQUEUE_UNIQUE,
        FAIL_ONCE,
        FAIL_ALWAYS,
        CANCEL_AND_FAIL,
        RUN_LONG,
        CANCEL_JOB,
        PAUSE,
        RESUME,
        ACCEPT,
        ACCEPT_AGAIN,
        ACCEPT_BATCH,
        ACCEPT_WITHIN,
        CANCEL_INTENT,
        START_WORKER,
        REDEFINE,
        LEAVE,
        START_EXECUTOR,
        RETIRE,
        KILL_WORKER,
        KILL_EXECUTOR,
        STEP_CLOCK,
        BREAK_CALL,
        TICK,
        GROW_OLD;

        /** Whether it excuses a second run or an unknown outcome. */
        boolean isMishap() {
            return Set.of(KILL_WORKER, KILL_EXECUTOR, STEP_CLOCK, BREAK_CALL).contains(this);
        }
    }

    static void begin(Stage stage) throws InterruptedException {
        stage.jobs().expect(RECURRING);
        stage.jobs().start(recurring(20));
        stage.jobs().expect(CRON);
        stage.intents().start(HistoryStep::keepingADay);
        stage.plan().begin();
    }

    /** Nothing fails any more, and there is somebody of each kind: until all is done, and what must be true then. */
    static void end(Stage stage) throws Exception {
        stage.plan().heal();
        stage.jobs().release();
        stage.intents().release();
        somebody(stage);
        if (stage.deaths() > 0 || stage.plan().hasStruck()) {
            stage.forgetTheDead();
            stage.stepClock();
        }
        stage.jobs().pause(false);
        stage.intents().askAgain();
        stage.settleWithPatience(stage.jobs()::ticksLeft);
        stage.settleWithPatience(stage.intents()::left);
        stage.settleWithPatience(stage.jobs()::left);
        if (!stage.jobs().oldLeft().isEmpty()) {
            stage.jobs().leaveAll(); // whoever leads next begins with what is old
            stage.jobs().startAnother();
            stage.settleWithPatience(stage.jobs()::oldLeft);
        }
        stage.findings()
                .expect(
                        stage.jobs().ledger().ticks() == 0
                                || stage.jobs().ledger().hasBegun(CRON),
                        "what runs by the calendar did not run");
        stage.jobs().leaveAll();
        stage.jobs().check();
        stage.intents().check();
    }

    private static void somebody(Stage stage) {
        if (stage.jobs().size() == 0) {
            stage.jobs().startAnother();
        }
        if (stage.intents().size() == 0) {
            stage.intents().join(HistoryStep::keepingADay);
        }
    }

    void on(Stage stage, Clients clients) throws Exception {
        somebody(stage);
        stage.jobs().turnTo(number);
        stage.intents().turnTo(number);
        switch (kind) {
            case START_WORKER, REDEFINE, LEAVE, START_EXECUTOR, RETIRE -> rebuild(stage);
            case KILL_WORKER, KILL_EXECUTOR, STEP_CLOCK, BREAK_CALL -> hurt(stage);
            case TICK -> stage.jobs().tick();
            case GROW_OLD -> stage.growOld();
            case ACCEPT, ACCEPT_AGAIN, ACCEPT_BATCH, ACCEPT_WITHIN, CANCEL_INTENT ->
                clients.ask(() -> ask(stage.intents()));
            default -> clients.ask(() -> ask(stage.jobs()));
        }
    }

    private void ask(JobSide jobs) {
        switch (kind) {
            case ENQUEUE -> jobs.enqueue("ok:" + number);
            case ENQUEUE_WITHIN -> jobs.enqueueWithin("ok:" + number, "flaky:" + number);
            case ENQUEUE_UNIQUE -> jobs.enqueueUnique("ok:unique-" + number % SAME);
            case FAIL_ONCE -> jobs.enqueue("flaky:" + number);
            case FAIL_ALWAYS -> jobs.enqueue("bad:" + number);
            case CANCEL_AND_FAIL -> jobs.enqueue("quits:" + number);
            case RUN_LONG -> jobs.enqueue("long:" + number);
            case CANCEL_JOB -> jobs.cancelOne(number);
            case PAUSE -> jobs.pause(true);
            default -> jobs.pause(false);
        }
    }

    private void ask(IntentSide intents) {
        String key = INTENTS.get(number % INTENTS.size());
        switch (kind) {
            case ACCEPT -> intents.accept(key.formatted(number));
            case ACCEPT_AGAIN -> intents.accept("ok:again-" + number % SAME + "@three");
            case ACCEPT_BATCH -> intents.acceptBatch("ok:" + number + ".1@three", key.formatted(number + ".2"));
            case ACCEPT_WITHIN -> intents.acceptWithin("ok:" + number + ".3@told", key.formatted(number + ".4"));
            default -> intents.cancelOne(number);
        }
    }

    private void rebuild(Stage stage) {
        JobSide jobs = stage.jobs();
        IntentSide intents = stage.intents();
        if (kind == Kind.LEAVE && jobs.size() > 1) {
            jobs.leave();
        } else if (kind == Kind.RETIRE && intents.size() > 1) {
            intents.leave();
        } else if (kind == Kind.START_EXECUTOR && intents.size() < MOST_INSTANCES) {
            intents.join(HistoryStep::keepingADay);
        } else if (kind == Kind.START_WORKER && jobs.size() < MOST_INSTANCES) {
            jobs.startAnother();
        } else if (kind == Kind.REDEFINE && jobs.size() < MOST_INSTANCES) {
            jobs.start(recurring(10 + number % 40));
        }
    }

    private void hurt(Stage stage) throws Exception {
        switch (kind) {
            case KILL_WORKER -> {
                stage.jobs().kill();
                stage.forgetTheDead();
            }
            case KILL_EXECUTOR -> {
                stage.intents().kill();
                stage.forgetTheDead();
            }
            case STEP_CLOCK -> stage.stepClock();
            default -> stage.plan().strikeAfter(number % SOME_CALLS, failure);
        }
    }

    /** Another interval and another lock each time, as in a rolling deploy. */
    private static UnaryOperator<JobsBuilder> recurring(int millis) {
        JobDefinition definition = JobDefinition.of(JobSide.JOB, Schedule.every(Duration.ofMillis(millis)))
                .like(JobSide.request(RECURRING).lockTimeout(Duration.ofSeconds(20 + millis)));
        JobDefinition yearly = JobDefinition.of(
                        JobSide.CRON, Schedule.cron("0 0 1 1 *", "UTC").catchingUp(1))
                .like(JobRequest.of(JobSide.CRON).payload("\"" + CRON + "\""));
        return builder -> builder.define(definition).define(yearly);
    }

    @Override
    public String toString() {
        return kind + " " + number + (kind == Kind.BREAK_CALL ? " " + failure : "");
    }

    private static SubmissionSettings keepingADay(SubmissionSettings settings) {
        return settings.retention(Duration.ofDays(1));
    }
}
