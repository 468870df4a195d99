package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is done to many jobs at once is done to each of them as if it were alone. */
interface BatchContract extends StoreStage {

    /** More than one statement takes, and no round number. */
    int MANY = 1_234;

    @Test
    default void ofManyEndingsThoseAloneAreRefusedWhoseClaimIsGone() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(MANY, JobRequest.of("w")));
        List<Ending> endings = claimAll(database, MANY);
        change(endings.get(3), "locked_by = 'thief'");
        change(endings.get(700), "claim_number = claim_number + 1"); // freed and claimed again, by the same worker
        change(endings.get(1_233), "status = 'scheduled', locked_by = NULL");
        List<Ending> lost = List.of(endings.get(3), endings.get(700), endings.get(1_233));
        Collections.reverse(endings);

        assertThat(write(database, endings)).containsExactlyInAnyOrderElementsOf(lost);
        assertThat(write(database, endings))
                .as("sent again, as after a lost answer")
                .containsExactlyInAnyOrderElementsOf(lost);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isEqualTo(lost.size());
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                .isEqualTo(MANY - lost.size());
    }

    @Test
    default void ofManyClaimsThoseAloneAreCancelledOfWhichItWasAsked() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(MANY, JobRequest.of("w")));
        List<Claim> claims =
                claimAll(database, MANY).stream().map(Ending::claim).toList();
        for (int i : List.of(0, 499, 500, 1_233)) {
            assertThat(client.admin().cancel(claims.get(i).token().jobId())).isTrue();
        }
        String reclaimed = claims.get(500).token().jobId().toString();
        cluster().update("UPDATE baton_jobs SET locked_by = 'other' WHERE id = '" + reclaimed + "'");
        Set<ClaimToken> cancelled = with(database, c -> database.store().findCancelled(c, database.workerId(), claims));
        assertThat(cancelled)
                .containsExactlyInAnyOrder(
                        claims.get(0).token(),
                        claims.get(499).token(),
                        claims.get(1_233).token());
    }

    @Test
    default void aRecordThatIsThereAlreadyStaysAsItIsAndAllJobsEnd() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(MANY, JobRequest.of("w")));
        List<Ending> endings = claimAll(database, MANY);
        assertThat(cluster()
                        .update("INSERT INTO baton_job_runs (job_id, claim_number, finished_at, attempt, job_name,"
                                + " outcome) SELECT id, claim_number, next_run_time, 1, job_name, 'reclaimed' FROM"
                                + " baton_jobs WHERE id = '"
                                + endings.get(1_100).claim().token().jobId() + "'"))
                .isEqualTo(1);
        assertThat(write(database, endings)).isEmpty();
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isZero();
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                .isEqualTo(MANY - 1);
    }

    @Test
    default void endingsOfClaimsWithDifferentNumbersGoTogether() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        Jobs client = cluster().start(cluster().builder().clientOnly());
        List<Enqueued> jobs = client.enqueue(Collections.nCopies(40, JobRequest.of("w")));
        for (int i = 0; i < 20; i++) {
            cluster()
                    .update("UPDATE baton_jobs SET claim_number = " + i % 4 + " WHERE id = '"
                            + jobs.get(i).id() + "'");
        }
        List<Ending> endings = claimAll(database, 40);
        assertThat(endings.stream().map(e -> e.claim().token().claimNumber()).distinct())
                .hasSize(4);
        Ending failed = new Ending.Abandoned(endings.remove(7).claim(), "no", true, false);
        endings.add(failed);
        assertThat(write(database, endings)).isEmpty();
        assertThat(cluster().value("SELECT id FROM baton_jobs").toLowerCase(Locale.ROOT))
                .isEqualTo(failed.claim().token().jobId().toString());
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                .isEqualTo(39);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE outcome = 'abandoned'"))
                .isEqualTo(1);
    }

    @Test
    default void ofManyNewJobsThoseAloneAreLeftOutThatAreThereAlready() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        List<JobRequest> keyed = IntStream.range(0, MANY)
                .mapToObj(i -> i % 3 == 0 ? JobRequest.of("w").uniqueKey("k" + i) : JobRequest.of("w"))
                .toList();
        UUID first = client.enqueue(keyed.get(600)).id();
        List<Enqueued> stored = client.enqueue(keyed);
        assertThat(stored.get(600)).isEqualTo(new Enqueued(first, false));
        assertThat(stored.stream().filter(Enqueued::fresh)).hasSize(MANY - 1);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isEqualTo(MANY);
        assertThat(client.enqueue(keyed).stream().filter(Enqueued::fresh))
                .as("those without a key are others")
                .hasSize(MANY - (MANY + 2) / 3);
    }

    @Test
    default void aUniqueKeyThatComesTwiceAmongNewJobsIsOneJob() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        List<JobRequest> jobs = new ArrayList<>(Collections.nCopies(25, JobRequest.of("w")));
        JobRequest keyed = JobRequest.of("w").uniqueKey("\u0437\u0430\u043a\u0430\u0437 \uD83C\uDFB7");
        jobs.set(2, keyed);
        jobs.set(5, keyed);
        jobs.set(24, keyed);
        List<Enqueued> stored = client.enqueue(jobs);
        assertThat(stored.get(5)).isEqualTo(new Enqueued(stored.get(2).id(), false));
        assertThat(stored.get(24)).isEqualTo(new Enqueued(stored.get(2).id(), false));
        assertThat(stored.stream().filter(Enqueued::fresh)).hasSize(23);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isEqualTo(23);
    }

    /** They end together, so that one statement has them all. */
    @Test
    default void ofManyRunsThatEndTogetherTheOneThatTheDatabaseRefusesCostsNoOtherItsRecord() throws Exception {
        int together = 24;
        CountDownLatch begun = new CountDownLatch(together);
        CountDownLatch go = new CountDownLatch(1);
        JobHandler handler = context -> {
            begun.countDown();
            Cluster.hold(go);
        };
        Jobs jobs = cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(together))
                        .handler("fine", handler)
                        .handler("cursed", handler));
        cluster()
                .update("ALTER TABLE baton_job_runs ADD CONSTRAINT decency"
                        + " CHECK (job_name <> 'cursed' OR outcome <> 'completed')");
        List<JobRequest> requests = new ArrayList<>(Collections.nCopies(together, JobRequest.of("fine")));
        requests.set(11, JobRequest.of("cursed"));
        UUID cursed = jobs.enqueue(requests).get(11).id();
        Cluster.hold(begun);
        go.countDown();
        Cluster.until(() -> heard().count("completed fine") == together - 1 && heard().count("failed cursed") == 1);
        assertThat(jobs.admin().show(cursed).orElseThrow().runs())
                .extracting(JobRun::outcome)
                .containsExactly(JobRun.Outcome.FAILED);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                .isEqualTo(together - 1);
    }

    @Test
    default void manyNewJobsMayBeLargeAndUnlike() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        String large = "\"" + "ü".repeat(30_000) + "\"";
        List<JobRequest> jobs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            JobRequest kind = JobRequest.of("w" + i % 7).priority(i % 5);
            // plain ones are stored by another statement: a list has some others, or none
            JobRequest job = i < 100 && i % 7 == 6 ? kind.handledBy("h") : kind;
            jobs.add(
                    i % 2 == 0
                            ? job.payload(large)
                            : i % 3 == 0 ? job.payload("{\"n\": " + i + "}").queue("q") : job);
        }
        List<Enqueued> stored = client.enqueue(jobs);
        for (int i : List.of(0, 1, 3, 6, 13, 99, 198, 199)) {
            JobView job = client.admin().show(stored.get(i).id()).orElseThrow().job();
            assertThat(job.job()).isEqualTo("w" + i % 7);
            assertThat(job.handler()).isEqualTo(i == 6 || i == 13 ? "h" : null);
            assertThat(job.priority()).isEqualTo(i % 5);
            assertThat(job.payload()).isEqualTo(jobs.get(i).payload());
            assertThat(job.queue()).isEqualTo(i % 2 != 0 && i % 3 == 0 ? "q" : "default");
        }
    }

    private void change(Ending ending, String how) throws SQLException {
        String id = ending.claim().token().jobId().toString();
        assertThat(cluster().update("UPDATE baton_jobs SET " + how + " WHERE id = '" + id + "'"))
                .isEqualTo(1);
    }
}
