package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.worker.JobHandlers;
import dev.baton.jobs.worker.JobWorker;
import dev.baton.sql.Baton;
import dev.baton.sql.ThrottledAnnouncement;
import dev.baton.testkit.PostgresDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Where the database tells other processes of new work: whatever happens to one announcement, it is made. */
class AnnouncementTest {

    private final Cluster cluster = new Cluster(PostgresDatabase.fresh());
    private final AtomicInteger refusals = new AtomicInteger();
    private Connection listener;
    private int heard;
    private Baton speaker;

    @BeforeEach
    void listen() throws SQLException {
        speaker = Baton.on(cluster.source())
                .leadership(refusing())
                .component(JobsSchema.COMPONENT)
                .start();
        until(() -> speaker.notifications().areHeard()); // its own connection is not the one that is refused
        listener = cluster.sessions().getConnection();
        try (Statement statement = listener.createStatement()) {
            statement.execute("LISTEN " + JobDatabase.CHANNEL_NEW);
        }
    }

    @AfterEach
    void close() throws Exception {
        listener.close();
        speaker.close();
        cluster.close();
    }

    @Test
    void anAnnouncementForWhichThereIsNoConnectionIsMadeALittleLater() {
        try (ThrottledAnnouncement announcement = announcement(Duration.ofMillis(1))) {
            refusals.set(1);
            announcement.announceSoon();
            until(() -> heard() == 1);
            assertThat(refusals.get()).isZero();
        }
    }

    /** Whoever leaves has just given back what it has not run. */
    @Test
    void whatIsStillToBeAnnouncedIsAnnouncedAtTheEndAndNothingAfterThat() throws SQLException {
        ThrottledAnnouncement announcement = announcement(Duration.ofHours(1));
        announcement.announceSoon();
        until(() -> heard() == 1);
        announcement.announceSoon(); // in an hour
        announcement.close();
        until(() -> heard() == 2);
        announcement.announceSoon();
        announcement.close();
        assertThat(heard()).isEqualTo(2);
    }

    /** As after a job was stored in a caller's transaction, which has committed by now. */
    @Test
    void aHintThatIsStillToBeGivenIsGivenAtTheEnd() {
        JobWorker worker = new JobWorker(
                new JobDatabase(speaker),
                Cluster.QUICK,
                new JobWorker.Plan(new JobHandlers(Map.of(), Map.of()), Set.of(), Map.of(), List.of(), false),
                new DatabaseRetry(speaker.database()::knownDialect),
                new JobListeners(List.of()));
        worker.announceWorkIn(Duration.ofHours(1));
        worker.close();
        until(() -> heard() == 1);
    }

    private ThrottledAnnouncement announcement(Duration pause) {
        return new ThrottledAnnouncement(speaker.database(), JobDatabase.CHANNEL_NEW, pause);
    }

    private int heard() throws SQLException {
        PGNotification[] some = listener.unwrap(PGConnection.class).getNotifications(1);
        heard += some == null ? 0 : some.length;
        return heard;
    }

    /** A server that is full now and then. */
    private DataSource refusing() {
        DataSource real = cluster.sessions();
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> {
                    if (method.getName().equals("getConnection")
                            && refusals.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                        throw new SQLException("too many clients already", "53300");
                    }
                    try {
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
