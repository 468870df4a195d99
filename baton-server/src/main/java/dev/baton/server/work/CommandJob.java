package dev.baton.server.work;

import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import dev.baton.server.command.ProcessGroup;
import dev.baton.server.config.WorkConfig.Command;
import dev.baton.server.store.RunLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job that is a command of this machine. The payload is what it reads; no shell looks into anything. It ends, with all that it
 * has started, when its run is to end. The end of what it says is kept: in the run's log, also while it runs, in the record of a run
 * that failed, and in the node's log.
 */
final class CommandJob implements JobHandler {

    private static final Logger LOG = LoggerFactory.getLogger(CommandJob.class);
    private static final int MOST_OF_RECORD = 6_000;

    /** A run without a bound of its own. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** How often what a running one says is written down. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Command command;
    private final RunLogs logs;

    CommandJob(Command command, RunLogs logs) {
        this.command = command;
        this.logs = logs;
    }

    @Override
    public void run(JobContext context) throws IOException, InterruptedException {
        Path payload = Files.createTempFile("baton-payload", ".json"); // readable by this account alone
        try {
            Files.writeString(payload, command.input().orElseGet(context::payload));
            run(context, payload);
        } finally {
            Files.deleteIfExists(payload);
        }
    }

    private void run(JobContext context, Path payload) throws IOException, InterruptedException {
        OutputTail output = new OutputTail(command.outputLimit(), context::progress);
        boolean inTime;
        int code;
        try (ProcessGroup group = start(context, payload)) {
            output.read(group.output());
            inTime = awaitEnd(group, () -> output.log().ifPresent(text -> keep(context, text)));
            code = group.exitCode();
        } catch (InterruptedException e) {
            keep(context, output.log("ended early"));
            throw e;
        }
        String said = output.end();
        keep(context, output.log((inTime ? "" : "ended because it took too long, ") + "exit " + code));
        LOG.atInfo()
                .addKeyValue("event", "job_output")
                .log("job_output job={} claim={} exit={} output={}", context.job(), context.token(), code, said);
        judge(inTime, code, said);
    }

    private ProcessGroup start(JobContext context, Path payload) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.arguments())
                .redirectErrorStream(true)
                .redirectInput(payload.toFile());
        command.directory().ifPresent(folder -> builder.directory(folder.toFile()));
        Map<String, String> variables = new HashMap<>(command.environment());
        variables.putAll(RunIdentity.variables(context));
        return ProcessGroup.start(builder, variables);
    }

    private void keep(JobContext context, String text) {
        logs.keep(context.token().jobId(), context.token().claimNumber(), text);
    }

    /**
     * Waits, and does something now and then meanwhile.
     *
     * @return false if it had to be ended because it took too long
     */
    private boolean awaitEnd(ProcessGroup group, Runnable meanwhile) throws InterruptedException {
        long deadline = System.nanoTime() + command.timeout().orElse(FOR_EVER).toNanos();
        try {
            for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
                if (group.awaitEnd(Duration.ofNanos(Math.min(left, LOOK.toNanos())))) {
                    return true;
                }
                meanwhile.run();
            }
            group.end(command.grace());
            return false;
        } catch (InterruptedException e) { // cancelled, the claim lost, or the node is ending
            group.end(command.grace());
            throw e;
        }
    }

    private void judge(boolean inTime, int code, String said) {
        String end = said.substring(Math.max(0, said.length() - MOST_OF_RECORD));
        if (!inTime) {
            throw JobHandler.FailedException.again(
                    "it took longer than " + command.timeout().orElseThrow().toMillis() + " ms and was ended: " + end);
        }
        if (!command.verdicts().isDone(code)) {
            String what = "exit " + code + ": " + end;
            throw command.verdicts().isLasting(code)
                    ? JobHandler.FailedException.forGood(what)
                    : JobHandler.FailedException.again(what);
        }
    }
}
