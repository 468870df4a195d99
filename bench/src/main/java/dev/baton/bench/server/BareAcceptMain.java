package dev.baton.bench.server;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.bench.postgres.DurablePostgres;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/** The floor: the same Jetty with a handler that stores all requests that wait by one statement, and answers each with a constant. */
final class BareAcceptMain {

    private static final int WRITERS = 2;
    private static final int MOST = 500;
    private static final String CONTRACT = "{\"gateway\":\"fake\"," + " ".repeat(300) + "\"policy\":\"max_attempts\"}";
    private static final byte[] ANSWER =
            ("{\"intentId\":\"bench\",\"submissionTarget\":\"bench\",\"status\":\"pending\","
                            + "\"attemptCount\":0,\"createdAt\":\"2026-02-02T12:00:00.000000Z\","
                            + "\"nextAttemptAt\":\"2026-02-02T12:00:00.000000Z\",\"lastModifiedAt\":\"2026-02-02T12:00:00.000000Z\"}")
                    .getBytes(StandardCharsets.UTF_8);

    private final LinkedBlockingQueue<Waiting> inbox = new LinkedBlockingQueue<>();
    private final HikariDataSource pool;
    private final String insert;

    private record Waiting(ByteBuffer body, Response response, Callback callback) {}

    private BareAcceptMain(HikariDataSource pool, String table) {
        this.pool = pool;
        this.insert =
                "INSERT INTO " + table + " (intent_id, submission_target, payload, payload_hash, contract, gateway)"
                        + " SELECT id, 'sample', payload, hash, ?, 'fake' FROM unnest(?::text[], ?::bytea[], ?::bytea[])"
                        + " AS row (id, payload, hash) ON CONFLICT (intent_id) DO NOTHING";
    }

    public static void main(String[] args) throws Exception {
        BareAcceptMain floor = new BareAcceptMain(DurablePostgres.pool(args[0], WRITERS), args[1]);
        for (int i = 0; i < WRITERS; i++) {
            Thread thread = new Thread(floor::write, "writer");
            thread.setDaemon(true);
            thread.start();
        }
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Source.asByteBuffer(
                        request,
                        Promise.from(body -> floor.inbox.add(new Waiting(body, response, callback)), callback::failed));
                return true;
            }
        });
        server.start();
        System.out.println("{\"port\":" + connector.getLocalPort() + "}");
        server.join();
    }

    private void write() {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(insert)) {
            while (true) {
                List<Waiting> batch = new ArrayList<>(List.of(inbox.take()));
                inbox.drainTo(batch, MOST - 1);
                store(connection, statement, batch);
                batch.forEach(BareAcceptMain::answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | NoSuchAlgorithmException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void store(Connection connection, PreparedStatement statement, List<Waiting> batch)
            throws SQLException, NoSuchAlgorithmException {
        String[] ids = new String[batch.size()];
        byte[][] payloads = new byte[batch.size()][];
        byte[][] hashes = new byte[batch.size()][];
        for (int i = 0; i < ids.length; i++) {
            String body = StandardCharsets.UTF_8.decode(batch.get(i).body()).toString();
            int id = body.indexOf("\"intentId\":\"") + 12;
            ids[i] = body.substring(id, body.indexOf('"', id));
            int payload = body.indexOf("\"payload\":") + 10;
            payloads[i] = body.substring(payload, body.length() - 1).getBytes(StandardCharsets.UTF_8);
            hashes[i] = MessageDigest.getInstance("SHA-256").digest(payloads[i]);
        }
        statement.setString(1, CONTRACT);
        statement.setArray(2, connection.createArrayOf("text", ids));
        statement.setArray(3, connection.createArrayOf("bytea", payloads));
        statement.setArray(4, connection.createArrayOf("bytea", hashes));
        statement.executeUpdate();
    }

    private static void answer(Waiting waiting) {
        Response response = waiting.response();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, ANSWER.length);
        response.write(true, ByteBuffer.wrap(ANSWER), waiting.callback());
    }
}
