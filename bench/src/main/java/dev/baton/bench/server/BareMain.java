package dev.baton.bench.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** The floor: the same Jetty with a handler that writes a constant as long as an intent. */
final class BareMain {

    private static final byte[] BODY =
            ("{\"intentId\":\"bench\",\"submissionTarget\":\"bench\",\"status\":\"accepted\","
                            + "\"attemptCount\":1,\"createdAt\":\"2026-02-02T12:00:00.000000Z\","
                            + "\"completedAt\":\"2026-02-02T12:00:00.000000Z\",\"lastModifiedAt\":\"2026-02-02T12:00:00.000000Z\"}")
                    .getBytes(StandardCharsets.UTF_8);

    private BareMain() {}

    public static void main(String[] args) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, BODY.length);
                response.write(true, ByteBuffer.wrap(BODY), callback);
                return true;
            }
        });
        server.start();
        System.out.println("{\"port\":" + connector.getLocalPort() + "}");
        server.join();
    }
}
