package dev.baton.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * All that a client sends on one connection, request line included: answered in time, and never as if it were our fault. It goes to a
 * whole node in this process, which takes it for the local operator, so that nothing is refused for want of a token.
 */
public final class HttpRequests {

    private static final int PATIENCE = (int) Duration.ofSeconds(20).toMillis();
    private static final int LINE = 200;
    private static final byte[] HERE = {127, 0, 0, 1};

    private HttpRequests() {}

    private static final class Started {
        private static final URI NODE = FuzzedNode.start();
    }

    /** Else the first input would have to be answered within the time that a node takes to start. */
    public static void fuzzerInitialize() {
        Expect.that(node().getPort() > 0, "there is no node");
    }

    static URI node() {
        return Started.NODE;
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (new String(input, StandardCharsets.ISO_8859_1).contains("waitSeconds")) {
            return; // waits for as long as it says
        }
        String status = exchange(input);
        boolean ours = status.startsWith("HTTP/1.1 5")
                && !status.startsWith("HTTP/1.1 501")
                && !status.startsWith("HTTP/1.1 505");
        Expect.that(!ours, "answered with " + status);
    }

    /** The first line of the answer; empty if the server hung up. */
    private static String exchange(byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(HERE), node().getPort())) {
            socket.setSoTimeout(PATIENCE);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return firstLine(socket.getInputStream());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer and no end within " + PATIENCE + " ms", e);
        } catch (SocketException hungUp) {
            return "";
        }
    }

    private static String firstLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int read = in.read(); read >= 0 && read != '\r' && line.size() < LINE; read = in.read()) {
            line.write(read);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
