package dev.baton.server.node;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.server.command.LeaderCommand;
import dev.baton.server.command.WorkFiles;
import dev.baton.server.command.WorkFiles.WorkFile;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.shards.ShardTerm;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A process that takes its share of a role that is divided, runs a command for each shard that it leads, and does nothing else. */
public final class ShardsCandidate implements AutoCloseable {

    /** Every term looks at its layout before it begins, and many begin at once when a process joins. */
    private static final int CONNECTIONS = 6;

    private static final Duration LOOK = Duration.ofMillis(500);

    private final HikariDataSource pool;
    private final Baton baton;
    private final Shards shards;
    private final WorkFiles files;

    /**
     * Stands until closed. A database that is away is waited for; one that will not do is refused.
     *
     * @param count how many shards the role has when it is new
     * @param leaving how long a command may take to end when its shard is left
     */
    public ShardsCandidate(
            Configuration configuration, Login login, String role, int count, LeaderCommand command, Duration leaving) {
        if (configuration.election().candidacy(role).lockKey().isPresent()) {
            throw new ConfigException("election.roles." + role
                    + ".lock_key names one lock, and each shard has its own: leave it out, or divide nothing: run without"
                    + " --shards and election.roles." + role + ".shards");
        }
        this.pool = DataSources.pool(login, CONNECTIONS);
        WorkFiles opened = null;
        Baton started = null;
        try {
            opened = WorkFiles.start();
            this.files = opened;
            started = ElectionSetup.builder(configuration, login, pool)
                    .component(ShardsSchema.COMPONENT)
                    .drainTimeout(leaving)
                    .start();
            this.baton = started;
            ElectionSetup.refuseUnlessPassing(baton);
            new WholeOrDivided(baton, role).refuseIfWhole(lookingAgain(command, leaving));
            this.shards = Shards.of(baton, role, count)
                    .candidacies(part -> configuration.election().candidacyOfPart(role, part))
                    .weight(configuration.node().weight())
                    .work(term -> lead(term, command))
                    .start();
        } catch (RuntimeException e) {
            if (started != null) {
                started.close();
            }
            pool.close();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
    }

    /** Of those who run the same command, one that is told to end may take as long as this one. */
    private static BooleanSupplier lookingAgain(LeaderCommand command, Duration leaving) {
        long deadline = Stopwatch.system().elapsed() + leaving.toNanos();
        return () -> {
            try {
                return !command.awaitLeaving(LOOK) && Stopwatch.system().elapsed() < deadline;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        };
    }

    private void lead(ShardTerm term, LeaderCommand command) throws InterruptedException {
        try (WorkFile work = files.open(term.shard() + "-" + term.token().epoch(), term::worked)) {
            command.lead(term, environment(term, work));
        }
    }

    private static Map<String, String> environment(ShardTerm term, WorkFile work) {
        return Map.of(
                "BATON_WORK_FILE", work.path().toString(),
                "BATON_SHARD", Integer.toString(term.shard()),
                "BATON_SHARDS", Integer.toString(term.layout().shards()),
                "BATON_LAYOUT", Long.toString(term.layout().number()));
    }

    /** Leaves every shard, commands ended first. */
    @Override
    public void close() {
        shards.close();
        baton.close();
        pool.close();
        files.close();
    }
}
