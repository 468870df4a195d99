package dev.baton.bench.server;

import dev.baton.bench.Pause;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Viewers of the live feed, each with a connection; one thread takes what comes. */
final class Watchers implements AutoCloseable {

    private final List<Socket> sockets = new ArrayList<>();
    private final Thread reader = new Thread(this::read, "bench-watchers");

    Watchers(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.getOutputStream()
                    .write("GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        byte[] some = new byte[64 * 1024];
        try {
            while (!Thread.currentThread().isInterrupted()) {
                for (Socket socket : sockets) {
                    InputStream in = socket.getInputStream();
                    while (in.available() > 0 && in.read(some) > 0) {
                        Thread.onSpinWait();
                    }
                }
                Pause.of(Duration.ofMillis(50));
            }
        } catch (IOException | InterruptedException e) {
            // closed: nobody watches any more
        }
    }

    @Override
    public void close() throws IOException {
        reader.interrupt();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
