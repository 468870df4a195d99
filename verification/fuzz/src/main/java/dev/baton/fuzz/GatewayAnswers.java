package dev.baton.fuzz;

import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.gateway.HttpKind;
import dev.baton.submissions.model.GatewaySpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** All that a gateway sends back, status line included: an outcome or a failed attempt, in time, and nothing worse. */
public final class GatewayAnswers {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final byte[] HERE = {127, 0, 0, 1};
    private static final FarSide FAR_SIDE = new FarSide();
    private static final Gateway GATEWAY = HttpKind.sms()
            .open(GatewaySpec.of("far", "sms", "http://127.0.0.1:" + FAR_SIDE.port())
                    .timeouts(PATIENCE, PATIENCE));
    private static final byte[] PAYLOAD = "{\"to\":\"+49\"}".getBytes(StandardCharsets.UTF_8);

    private GatewayAnswers() {}

    public static void fuzzerTestOneInput(byte[] input) throws InterruptedException {
        FAR_SIDE.answer = input.clone();
        try {
            GATEWAY.send(new GatewayCall(
                            "intent-1", PAYLOAD, 1, 1, 1, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
                    .get(10 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            boolean ours = failed.getCause() instanceof Error
                    || failed.getCause() instanceof NullPointerException
                    || failed.getCause() instanceof ClassCastException
                    || failed.getCause() instanceof IndexOutOfBoundsException;
            if (ours) {
                throw new AssertionError(failed.getCause());
            }
        } catch (TimeoutException hangs) {
            throw new AssertionError("an attempt that never ends", hangs);
        }
    }

    /** Reads the head of a request, says what it was told to say, and hangs up. */
    private static final class FarSide {

        private final ServerSocket server;
        private volatile byte[] answer = {};

        FarSide() {
            try {
                server = new ServerSocket(0, 50, InetAddress.getByAddress(HERE));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Thread thread = new Thread(this::serve, "far-side");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return server.getLocalPort();
        }

        private void serve() {
            ExecutorService each = Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "far-side");
                thread.setDaemon(true);
                return thread;
            });
            while (true) {
                try {
                    Socket client = server.accept();
                    each.execute(() -> answer(client));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        private void answer(Socket client) {
            try (client) {
                client.setSoTimeout((int) PATIENCE.toMillis());
                readHead(client.getInputStream());
                client.getOutputStream().write(answer);
                client.shutdownOutput();
                client.getInputStream().readAllBytes();
            } catch (IOException e) {
                // that client is gone; the next one comes
            }
        }

        private static void readHead(InputStream in) throws IOException {
            int inARow = 0;
            while (inARow < 4) {
                int read = in.read();
                if (read < 0) {
                    return;
                }
                inARow = read == '\r' || read == '\n' ? inARow + 1 : 0;
            }
        }
    }
}
