package dev.baton.bench.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The floor under HTTP jobs: a timer that knows everything beforehand, one durable statement, and the bare call. */
final class BareCaller implements AutoCloseable {

    private static final int THREADS = 10;

    private final DataSource database;
    private final Callee callee;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(THREADS);

    BareCaller(DataSource database, Callee callee) throws SQLException {
        this.database = database;
        this.callee = callee;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE bench_calls (id varchar(40) PRIMARY KEY)");
        }
    }

    /** Makes calls, each at its time; answers with the times when all are answered. */
    Map<String, Instant> call(Instant first, Duration period, int count, String path) {
        Map<String, Instant> due = new HashMap<>();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = UUID.randomUUID().toString();
            Instant time = first.plus(period.multipliedBy(i));
            due.put(id, time);
            long delay = Duration.between(Instant.now(), time).toNanos();
            CompletableFuture<Void> begun = new CompletableFuture<>();
            calls.add(begun.thenCompose(nothing -> send(id, path)));
            @SuppressWarnings("unused") // begun says how it ended
            var unused = timer.schedule(() -> begin(id, begun), delay, TimeUnit.NANOSECONDS);
        }
        calls.forEach(CompletableFuture::join);
        return due;
    }

    private void begin(String id, CompletableFuture<Void> begun) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO bench_calls VALUES (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
            begun.complete(null);
        } catch (SQLException e) {
            begun.completeExceptionally(e);
        }
    }

    /** Calls that nothing holds back; how long it took until all were answered. */
    Duration callAtOnce(int count, String path) {
        long from = System.nanoTime();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(send(UUID.randomUUID().toString(), path));
        }
        calls.forEach(CompletableFuture::join);
        return Duration.ofNanos(System.nanoTime() - from);
    }

    private CompletableFuture<?> send(String id, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(callee.url(path)))
                .header("Baton-Job-Id", id)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
