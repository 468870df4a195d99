package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.PostgresDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A database whose clock can be moved: its sessions find these functions before the server's own. Every tick is triggered
 * once, whatever the clock does, and whoever leads.
 */
@Timeout(120)
class ClockStepTest {

    private final Recorder heard = new Recorder();
    private Cluster cluster;

    @BeforeEach
    void open() throws SQLException {
        cluster = new Cluster(PostgresDatabase.fresh());
        cluster.update("CREATE SCHEMA clock");
        cluster.update("CREATE TABLE clock.step AS SELECT interval '0' AS step");
        for (String function : List.of("clock_timestamp", "statement_timestamp")) {
            cluster.update("CREATE FUNCTION clock." + function + "() RETURNS timestamptz LANGUAGE sql AS"
                    + " 'SELECT pg_catalog." + function + "() + step FROM clock.step'");
        }
        cluster.update("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public',"
                + " current_database()); END $$");
        cluster.forgetConnections();
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private Jobs node() {
        return cluster.start(cluster.builder()
                .listener(heard)
                .handler("secondly", context -> {})
                .define(JobDefinition.of(
                        "secondly", Schedule.cron("* * * * * *", "UTC").catchingUp(1_000))));
    }

    @Test
    void aTickIsTriggeredOnceAcrossStepsOfTheClockAndAFailover() throws Exception {
        Map<String, Jobs> nodes = Map.of("n1", node(), "n2", node());
        until(() -> ticks() >= 2);
        step(40);
        until(() -> ticks() >= 42);
        long before = ticks();
        step(-60);
        cluster.stop(nodes.get(cluster.value("SELECT node_id FROM baton_leases WHERE lease_name = 'scheduler'")));
        until(() -> cluster.number("SELECT count(*) FROM baton_leader_events WHERE lease_name = 'scheduler' AND"
                        + " event = 'acquired'")
                >= 2);
        cluster.update(
                "UPDATE baton_jobs SET next_run_time = clock.clock_timestamp()"); // whoever else believes the clock
        until(() -> cluster.number("SELECT count(*) FROM baton_jobs WHERE cron IS NOT NULL AND next_run_time >"
                        + " clock.clock_timestamp()")
                == 1);
        assertThat(ticks() - before).as("ticks while the clock is behind").isLessThan(2);
        step(60);
        until(() -> ticks() >= before + 3);
        String ticked = "(SELECT scheduled_at FROM baton_job_runs WHERE outcome = 'completed') t";
        assertThat(cluster.number("SELECT count(*) - count(DISTINCT scheduled_at) FROM " + ticked))
                .as("triggered twice")
                .isZero();
        until(() -> cluster.number("SELECT extract(epoch FROM max(scheduled_at) - min(scheduled_at))::bigint + 1"
                        + " - count(*) FROM " + ticked)
                == 0);
    }

    private void step(int seconds) throws SQLException {
        cluster.update("UPDATE clock.step SET step = step + interval '" + seconds + " s'");
    }

    private long ticks() throws SQLException {
        return cluster.number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed'");
    }
}
