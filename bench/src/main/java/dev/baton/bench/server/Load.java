package dev.baton.bench.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Connections that send one request after the other. Of an answer they look at the status and the length
 * only: a reader that costs more than the server would measure itself.
 */
final class Load {

    private static final byte[] GOOD = "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);

    private final int port;
    private final Supplier<byte[]> requests;

    private Load(int port, Supplier<byte[]> requests) {
        this.port = port;
        this.requests = requests;
    }

    /** Asks for these paths in turn. */
    static Load get(int port, String... paths) {
        byte[][] requests = new byte[paths.length][];
        for (int i = 0; i < paths.length; i++) {
            requests[i] = ascii("GET " + paths[i] + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        }
        AtomicInteger next = new AtomicInteger();
        return new Load(
                port,
                requests.length == 1
                        ? () -> requests[0]
                        : () -> requests[Math.floorMod(next.getAndIncrement(), requests.length)]);
    }

    /** Sends bodies of JSON, each another one. */
    static Load post(int port, String path, Supplier<String> bodies) {
        String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
        return new Load(port, () -> {
            String body = bodies.get();
            return ascii(head + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        });
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
            InputStream in = socket.getInputStream();
            byte[] answer = new byte[8_192];
            long answers = 0;
            while (System.nanoTime() < end) {
                out.write(requests.get());
                read(in, answer);
                answers++;
            }
            return answers;
        }
    }

    private static void read(InputStream in, byte[] answer) throws IOException {
        int have = 0;
        int whole = Integer.MAX_VALUE;
        while (have < whole) {
            int more = in.read(answer, have, answer.length - have);
            if (more < 0) {
                throw new IOException("the server has hung up");
            }
            have += more;
            int body = find(END, answer, have);
            if (body >= 0) {
                whole = body + number(answer, find(LENGTH, answer, body));
            }
        }
        if (!Arrays.equals(answer, 0, GOOD.length, GOOD, 0, GOOD.length)) {
            throw new IOException("the server says " + new String(answer, 0, have, StandardCharsets.US_ASCII));
        }
    }

    /** Where the text ends that is looked for; -1 if it is not there. */
    private static int find(byte[] text, byte[] in, int until) {
        for (int i = 0; i + text.length <= until; i++) {
            if (in[i] == text[0] && Arrays.equals(in, i, i + text.length, text, 0, text.length)) {
                return i + text.length;
            }
        }
        return -1;
    }

    private static int number(byte[] in, int from) throws IOException {
        if (from < 0) {
            throw new IOException("an answer without a length");
        }
        int number = 0;
        for (int i = from; in[i] >= '0' && in[i] <= '9'; i++) {
            number = number * 10 + in[i] - '0';
        }
        return number;
    }
}
