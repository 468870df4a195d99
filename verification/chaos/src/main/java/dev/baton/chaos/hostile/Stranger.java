package dev.baton.chaos.hostile;

import dev.baton.chaos.cluster.Node;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Somebody who calls the nodes from an address of his own, byte by byte as he likes: no HTTP client would send what he does.
 *
 * @param address an address of this machine; where the system has no such one, its usual one is used
 */
record Stranger(String address, List<Node> nodes) {

    private static final int CONNECT_MS = 5_000;
    private static final int ANSWER_MS = 20_000;

    /** No answer came: the connection was closed, which is an answer as well. */
    static final int NO_ANSWER = 0;

    /** A connection to any of the nodes. */
    Socket connect() throws IOException {
        Node node = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
        Socket socket = new Socket();
        try {
            bind(socket);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()), CONNECT_MS);
            socket.setSoTimeout(ANSWER_MS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void bind(Socket socket) throws IOException {
        try {
            socket.bind(new InetSocketAddress(address, 0));
        } catch (IOException e) {
            socket.bind(null);
        }
    }

    /** Sends all of it, hears the answer to its end, and tells its status. */
    int ask(String request) throws IOException {
        try (Socket socket = connect()) {
            try {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                return NO_ANSWER; // refused before it was all sent
            }
            return status(socket.getInputStream());
        }
    }

    /** Sends it and goes away at once, so that whoever answers meets a connection that is no more. */
    void sendAndVanish(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static int status(InputStream in) throws IOException {
        try {
            byte[] first = in.readNBytes("HTTP/1.1 200".length());
            in.transferTo(java.io.OutputStream.nullOutputStream());
            String line = new String(first, StandardCharsets.ISO_8859_1);
            return line.matches("HTTP/1\\.1 \\d{3}") ? Integer.parseInt(line.substring(9)) : NO_ANSWER;
        } catch (IOException e) {
            return NO_ANSWER; // closed under what was still being sent
        }
    }
}
