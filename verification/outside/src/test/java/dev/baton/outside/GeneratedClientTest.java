package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.client.ApiClient;
import dev.baton.client.ApiException;
import dev.baton.client.api.HealthApi;
import dev.baton.client.api.IntentsApi;
import dev.baton.client.api.JobsApi;
import dev.baton.client.api.LeadersApi;
import dev.baton.client.api.OperationsApi;
import dev.baton.client.api.QueuesApi;
import dev.baton.client.api.SessionApi;
import dev.baton.client.model.AuditEntry;
import dev.baton.client.model.BulkRequest;
import dev.baton.client.model.ErrorAnswer;
import dev.baton.client.model.ErrorDetail;
import dev.baton.client.model.Intent;
import dev.baton.client.model.IntentBatch;
import dev.baton.client.model.IntentRequest;
import dev.baton.client.model.Job;
import dev.baton.client.model.JobRequest;
import dev.baton.client.model.JobRun;
import dev.baton.client.model.Leader;
import dev.baton.client.model.Queue;
import dev.baton.client.model.RecurringJobRequest;
import dev.baton.client.model.ScheduleRequest;
import dev.baton.client.model.Session;
import dev.baton.client.model.WorkRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A client that a well-known generator made of our OpenAPI document, and nothing else, against a node. */
class GeneratedClientTest {

    private static final String TOKENS = """

        [jobs]
        private_networks = ["127.0.0.0/8"]

        [jobs.handlers.greet]
        type = "command"
        command = ["echo", "good evening"]

        [[security.tokens]]
        name = "admin"
        role = "admin"
        sha256 = "8f0becd4e2d8bbda113b8b4dc9613712c3a3f6c7cdca39922a4e4ef529a414f1"

        [[security.tokens]]
        name = "viewer"
        role = "viewer"
        sha256 = "9c8477ad8d41daa1b2767bd8761ece3d65e8a7862463e3ee58cff663abd5e5f5"

        [[security.tokens]]
        name = "mailer"
        role = "submitter"
        queues = ["mail"]
        sha256 = "640318eb30349a19e0e42b219508b36ba8d51c90039d5ea71a8b198f4c3de8df"
        """;

    /** Makes a token of a name; the hashes above are of those. */
    private static final String LONG_ENOUGH = "-0123456789abcdef0123456789abcdef";

    private static Fleet fleet;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        fleet = new Fleet(folder, TOKENS).start("one");
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    /** One that takes no member that the document does not know. */
    private static ApiClient as(String name) {
        JsonMapper strict = ((JsonMapper) ApiClient.createDefaultObjectMapper())
                .rebuild()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        ApiClient client = new ApiClient(ApiClient.createDefaultHttpClientBuilder(), strict, fleet.url("one"));
        if (!name.isEmpty()) {
            client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + name + LONG_ENOUGH));
        }
        return client;
    }

    @Test
    void aJobIsEnqueuedAndReadWithItsRunAndLog() throws ApiException {
        JobsApi jobs = new JobsApi(as("admin"));
        OffsetDateTime due = OffsetDateTime.of(2020, 1, 1, 12, 0, 0, 0, ZoneOffset.ofHours(2));

        Job job = jobs.enqueueJob(new JobRequest()
                .job("greeting")
                .handler("greet")
                .runAt(due)
                .uniqueKey("once")
                .payload(Map.of("to", List.of("you"))));

        assertThat(jobs.handlers().getItems()).contains("greet");
        UUID id = job.getId();
        Fleet.until(() -> jobs.job(id).getJob().getStatus() == Job.StatusEnum.COMPLETED);
        assertThat(jobs.job(id).getJob().getJob()).isEqualTo("greeting");
        JobRun run = jobs.jobRuns(id, null).getItems().get(0);
        assertThat(run.getOutcome()).isEqualTo("completed");
        assertThat(run.getJobId()).isEqualTo(id);
        assertThat(run.getScheduledAt().toInstant()).isEqualTo(due.toInstant());
        Fleet.until(() -> logOf(jobs, run).contains("good evening"));
    }

    private static String logOf(JobsApi jobs, JobRun run) throws ApiException {
        try {
            return jobs.runLog(run.getJobId(), run.getClaimNumber()).getText();
        } catch (ApiException e) {
            assertThat(e.getCode()).isEqualTo(404); // it is written beside the run
            return "";
        }
    }

    @Test
    void aJobThatWaitsIsListedPausedAndCancelled() throws ApiException {
        JobsApi jobs = new JobsApi(as("admin"));
        UUID id = jobs.enqueueJob(new JobRequest()
                        .job("later")
                        .handler("greet")
                        .queue("slow")
                        .priority(7)
                        .payload(List.of(1, "two"))
                        .runAt(OffsetDateTime.parse("2199-01-01T00:00:00Z")))
                .getId();

        assertThat(jobs.jobs("scheduled", "later", "slow", null, 10).getItems())
                .extracting(Job::getId, Job::getQueue, Job::getPriority)
                .containsExactly(tuple(id, "slow", 7));
        assertThat(jobs.job(id).getJob().getPayload()).isEqualTo(List.of(1, "two"));
        assertThat(jobs.pauseJob(id).getJob().getPaused()).isTrue();
        assertThat(jobs.actOnJobs(new BulkRequest()
                                .action(BulkRequest.ActionEnum.CANCEL)
                                .job("later"))
                        .getMatching())
                .isOne();
        assertThat(jobs.cancelJob(id).getJob().getStatus()).isEqualTo(Job.StatusEnum.CANCELLED);
        assertThat(jobs.deadLetters(null, 1).getItems()).isEmpty();
    }

    @Test
    void aRecurringJobIsDefinedOnceChangedAndRemoved() throws ApiException {
        JobsApi jobs = new JobsApi(as("admin"));
        RecurringJobRequest request = new RecurringJobRequest()
                .job("nightly")
                .handler("greet")
                .cron("0 3 * * *")
                .timezone("Europe/Berlin");

        UUID id = jobs.defineRecurringJob(request).getId();

        assertThat(jobs.recurringJobs(null).getItems())
                .filteredOn(job -> job.getJob().equals("nightly"))
                .extracting(Job::getId, Job::getCron, Job::getTimezone)
                .containsExactly(tuple(id, "0 3 * * *", "Europe/Berlin"));
        assertThat(refusal(() -> jobs.defineRecurringJob(request), 409).getCode())
                .isEqualTo("exists");
        jobs.defineRecurringJob(request.cron("0 4 * * *").replace(true));
        assertThat(jobs.job(id).getJob().getCron()).isEqualTo("0 4 * * *");
        assertThat(jobs.rescheduleJob(id, new ScheduleRequest().cron("0 5 * * *"))
                        .getJob()
                        .getCron())
                .isEqualTo("0 5 * * *");
        assertThat(jobs.changeJob(id, new WorkRequest().payload(Map.of("n", 1)))
                        .getJob()
                        .getPayload())
                .hasToString("{n=1}");
        jobs.removeJob(id);
        assertThat(refusal(() -> jobs.job(id), 404).getCode()).isEqualTo("not_found");
    }

    @Test
    void anIntentIsSubmittedAndReadWithItsHistory() throws ApiException {
        IntentsApi intents = new IntentsApi(as("admin"));

        Intent accepted = intents.acceptIntent(
                new IntentRequest()
                        .intentId("order/1 ä")
                        .submissionTarget("sample")
                        .payload(Map.of("amount", 1)),
                20);

        assertThat(accepted.getIntentId()).isEqualTo("order/1 ä");
        Fleet.until(() -> intents.getIntent("order/1 ä").getStatus() == Intent.StatusEnum.ACCEPTED);
        assertThat(intents.intentHistory("order/1 ä").getAttempts()).hasSize(1);
        assertThat(intents.searchIntents(
                                "accepted", "sample", OffsetDateTime.parse("2020-01-01T00:00:00+01:00"), null, null, 5)
                        .getItems())
                .extracting(Intent::getIntentId)
                .contains("order/1 ä");
        assertThat(refusal(() -> intents.cancelIntent("order/1 ä"), 409).getCode())
                .isEqualTo("already_over");
    }

    @Test
    void aBatchSaysOfEachIntentWhatBecameOfIt() throws ApiException {
        var results = new IntentsApi(as("admin"))
                .acceptIntents(new IntentBatch()
                        .addIntentsItem(new IntentRequest().intentId("good").submissionTarget("sample"))
                        .addIntentsItem(new IntentRequest().intentId("bad").submissionTarget("nowhere")))
                .getResults();

        assertThat(results.get(0).getIntent().getIntentId()).isEqualTo("good");
        assertThat(results.get(0).getError()).isNull();
        assertThat(results.get(1).getError().getCode()).isEqualTo("invalid_request");
    }

    @Test
    void rolesNodesQueuesAlertsAndTheAuditAreRead() throws ApiException {
        LeadersApi leaders = new LeadersApi(as("admin"));
        Fleet.until(() -> leaders.leaders().getItems().stream()
                .map(Leader::getRole)
                .toList()
                .contains("scheduler"));
        assertThat(leaders.leader("scheduler").getNodeId()).isEqualTo("one");
        assertThat(leaders.leader("scheduler").getStrategy()).isNotNull();
        assertThat(leaders.leaderHistory("scheduler", null, null, null, 10).getItems())
                .isNotEmpty();
        Fleet.until(() -> !leaders.nodes().getItems().isEmpty());

        QueuesApi queues = new QueuesApi(as("admin"));
        assertThat(queues.pauseQueue("later").getPaused()).isTrue();
        assertThat(queues.listQueues().getItems()).extracting(Queue::getQueue).contains("later");
        assertThat(queues.resumeQueue("later").getPaused()).isFalse();

        OperationsApi operations = new OperationsApi(as("admin"));
        Fleet.until(() -> !operations.alerts().getItems().isEmpty());
        assertThat(operations.audit(100).getItems())
                .extracting(AuditEntry::getActor, AuditEntry::getAction)
                .contains(tuple("admin", "queue.pause"));
    }

    @Test
    void healthIsTextAlsoForWhoTakesARefusalAsJson() throws ApiException {
        HealthApi health = new HealthApi(as("admin"));

        assertThat(health.health()).isEqualTo("ok\n");
        assertThat(health.ready()).contains("role=scheduler");
        assertThat(health.metrics()).contains("# TYPE");
        assertThat(health.openapi()).isNotNull();
    }

    @Test
    void whoIsNobodyOrMayNotIsToldSoByTheDocumentedRefusal() throws ApiException {
        JobRequest greeting = new JobRequest().job("greet");

        assertThat(refusal(() -> new JobsApi(as("")).enqueueJob(greeting), 401).getCode())
                .isEqualTo("unauthenticated");
        assertThat(refusal(() -> new JobsApi(as("wrong")).jobs(null, null, null, null, null), 401)
                        .getCode())
                .isEqualTo("unauthenticated");
        assertThat(refusal(() -> new JobsApi(as("viewer")).enqueueJob(greeting), 403)
                        .getCode())
                .isEqualTo("forbidden");
        assertThat(refusal(() -> new JobsApi(as("mailer")).enqueueJob(greeting), 403)
                        .getMessage())
                .contains("default");
        Session session = new SessionApi(as("mailer")).session();
        assertThat(session.getRole()).isEqualTo(Session.RoleEnum.SUBMITTER);
        assertThat(session.getScope().getQueues()).containsExactly("mail");
        assertThat(new SessionApi(as("")).signInWays().getToken()).isTrue();
    }

    private static ErrorDetail refusal(ThrowingCallable call, int status) {
        ApiException refused = catchThrowableOfType(ApiException.class, call);
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.getCode()).as(refused.getMessage()).isEqualTo(status);
        return as("").getObjectMapper()
                .readValue(refused.getResponseBody(), ErrorAnswer.class)
                .getError();
    }
}
