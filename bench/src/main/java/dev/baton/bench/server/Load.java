package dev.baton.bench.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Connections that ask for one path, one request after the other, and read no more of an answer than they must. */
final class Load {

    private final int port;
    private final byte[] request;

    Load(int port, String path) {
        this.port = port;
        this.request = ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Answers per second. */
    double perSecond(int connections, Duration time) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            long end = System.nanoTime() + time.toNanos();
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                counts.add(threads.submit(() -> ask(end)));
            }
            long sum = 0;
            for (Future<Long> count : counts) {
                sum += count.get();
            }
            return sum / (time.toNanos() / 1e9);
        } finally {
            threads.shutdownNow();
        }
    }

    private long ask(long end) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            long answers = 0;
            while (System.nanoTime() < end) {
                out.write(request);
                read(in);
                answers++;
            }
            return answers;
        }
    }

    private static void read(InputStream in) throws IOException {
        String status = line(in);
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException("the server says " + status);
        }
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        in.skipNBytes(length);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server has hung up");
            }
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }
}
