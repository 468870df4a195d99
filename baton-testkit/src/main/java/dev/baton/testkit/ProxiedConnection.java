package dev.baton.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * One connection through a {@link TcpProxy}: two pumps between two sockets, one for each direction. What happens to the bytes
 * on their way is a subclass's.
 */
public abstract class ProxiedConnection {

    private final Socket client;
    private final Socket server;
    private volatile Runnable ended = () -> {};
    private volatile boolean halfOpen;
    private volatile boolean over;

    protected ProxiedConnection(Socket client, Socket server) throws IOException {
        this.client = client;
        this.server = server;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    /** What becomes of the connection once the bytes at hand have gone on. */
    protected enum Passage {
        GOES_ON,
        ENDS
    }

    /** Bytes that the client sent, before they go on: may hold them up for as long as the connection is not {@link #isOver}. */
    protected abstract Passage request(byte[] bytes, int length);

    /**
     * Bytes that the server sent, before they go on: may hold them up likewise.
     *
     * @param begins whether they are the first that came in one go
     * @return false if they are to be lost, and the connection with them
     */
    protected abstract boolean passes(int length, boolean begins);

    /** @param whenOver called once it was cut, or closed by one of its sides; maybe twice */
    final void start(Runnable whenOver) {
        ended = whenOver;
        TcpProxy.daemon("proxy-requests", () -> pump(this::requests));
        TcpProxy.daemon("proxy-answers", () -> pump(this::answers));
    }

    /** One direction. */
    @FunctionalInterface
    private interface Direction {
        void pump(byte[] buffer) throws IOException;
    }

    private void pump(Direction direction) {
        try {
            direction.pump(new byte[16_384]);
        } catch (IOException e) {
            // Cut, or closed by one side.
        }
        if (!halfOpen) {
            cut();
        }
    }

    private void requests(byte[] buffer) throws IOException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            Passage passage = request(buffer, n);
            out.write(buffer, 0, n);
            if (passage == Passage.ENDS) {
                cut();
            }
        }
    }

    private void answers(byte[] buffer) throws IOException {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        boolean begins = true;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            if (!passes(n, begins)) {
                cut();
                return;
            }
            out.write(buffer, 0, n);
            begins = in.available() == 0;
        }
    }

    /** Whether nothing passes any more. */
    protected final boolean isOver() {
        return over;
    }

    final boolean isHalfOpen() {
        return halfOpen;
    }

    /** Ends it in the eyes of the server; the client's side stays open and silent. */
    final void cutServerSide() {
        halfOpen = true;
        closeQuietly(server);
    }

    final void cut() {
        over = true;
        halfOpen = false;
        closeQuietly(client);
        closeQuietly(server);
        ended.run();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is as closed as it will be.
        }
    }
}
