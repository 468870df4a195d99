package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ids of jobs are bytes on MariaDB, unless somebody has made one that cannot be. */
interface MariaDbIdsContract extends JobsStage {

    /** Nothing is refused, and nothing lost: what cannot be made shorter stays as it is, with the indexes of all others. */
    @Test
    default void idsAreBytesUnlessSomebodyHasMadeOneOfOtherLetters() throws Exception {
        Jobs jobs = cluster().start(worker().handler("w", context -> {}));
        assertThat(lettersOfIds()).isEqualTo("ascii");
        cluster()
                .update("ALTER TABLE baton_jobs ADD KEY baton_jobs_ended (finished_at), ADD KEY baton_jobs_lanes"
                        + " (queue), MODIFY id char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT"
                        + " (uuid())");
        cluster().update("INSERT INTO baton_jobs (id, job_name) VALUES ('die für später', 'w')");
        upgradeAgain();
        assertThat(lettersOfIds()).isEqualTo("utf8mb4");
        assertThat(indexes()).isEqualTo("baton_jobs_crons,baton_jobs_due,baton_jobs_tick,baton_jobs_unique,PRIMARY");
        jobs.enqueue(Collections.nCopies(20, JobRequest.of("w")));
        Cluster.until(() -> heard().count("completed w") == 20);

        cluster()
                .update("ALTER TABLE baton_jobs ADD KEY baton_jobs_ended (finished_at), ADD KEY baton_jobs_lanes"
                        + " (queue)");
        cluster().update("DELETE FROM baton_jobs WHERE id = 'die für später'");
        upgradeAgain();
        assertThat(lettersOfIds()).isEqualTo("ascii");
        jobs.enqueue(Collections.nCopies(20, JobRequest.of("w")));
        Cluster.until(() -> heard().count("completed w") == 40);
    }

    /** A server changes no column to which a foreign key refers; that is no reason not to start. */
    @Test
    default void aTableOfSomebodysThatRefersToJobsKeepsNobodyFromUpgrading() throws Exception {
        Jobs jobs = cluster().start(worker().handler("w", context -> {}));
        cluster()
                .update("ALTER TABLE baton_jobs ADD KEY baton_jobs_ended (finished_at), ADD KEY baton_jobs_lanes"
                        + " (queue), MODIFY id char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT"
                        + " (uuid())");
        cluster()
                .update("CREATE TABLE mine (job char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,"
                        + " FOREIGN KEY (job) REFERENCES baton_jobs (id))");
        upgradeAgain();
        assertThat(lettersOfIds()).isEqualTo("utf8mb4");
        assertThat(indexes()).isEqualTo("baton_jobs_crons,baton_jobs_due,baton_jobs_tick,baton_jobs_unique,PRIMARY");
        jobs.enqueue(Collections.nCopies(20, JobRequest.of("w")));
        Cluster.until(() -> heard().count("completed w") == 20);
    }

    private void upgradeAgain() throws Exception {
        cluster().update("DELETE FROM baton_schema WHERE component = 'jobs' AND version = 6");
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP, JobsSchema.COMPONENT))
                .apply(cluster().source());
    }

    private String lettersOfIds() throws SQLException {
        return cluster()
                .value("SELECT character_set_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                        + " AND table_name = 'baton_jobs' AND column_name = 'id'");
    }

    private String indexes() throws SQLException {
        return cluster()
                .value("SELECT GROUP_CONCAT(DISTINCT index_name ORDER BY index_name) FROM information_schema.statistics"
                        + " WHERE table_schema = DATABASE() AND table_name = 'baton_jobs'");
    }
}
