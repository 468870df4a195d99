package dev.baton.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** One connection through a {@link CutProxy}. */
final class ProxyLink {

    private static final Duration GLANCE = Duration.ofMillis(2);

    private final CutProxy proxy;
    private final Socket client;
    private final Socket database;
    private volatile boolean clientKept;
    private volatile boolean answersLost;

    ProxyLink(CutProxy proxy, Socket client, Socket database) throws IOException {
        this.proxy = proxy;
        this.client = client;
        this.database = database;
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
    }

    static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    void start() {
        daemon("proxy-requests", this::requests);
        daemon("proxy-answers", this::answers);
    }

    private void requests() {
        try {
            InputStream in = client.getInputStream();
            OutputStream out = database.getOutputStream();
            byte[] buffer = new byte[65536];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                waitWhileFrozen();
                answersLost |= proxy.isFatal(buffer, n);
                out.write(buffer, 0, n);
            }
            closeQuietly(database);
        } catch (IOException e) {
            over();
        }
    }

    private void answers() {
        try {
            InputStream in = database.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] buffer = new byte[65536];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                waitWhileFrozen();
                if (answersLost) {
                    cut();
                    return;
                }
                out.write(buffer, 0, n);
            }
            over();
        } catch (IOException e) {
            over();
        }
    }

    private void waitWhileFrozen() {
        while (proxy.isFrozen() && !client.isClosed()) {
            LockSupport.parkNanos(GLANCE.toNanos());
        }
    }

    private void over() {
        if (!clientKept) {
            cut();
        }
    }

    void cut() {
        clientKept = false;
        closeQuietly(client);
        closeQuietly(database);
    }

    void cutDatabaseSide() {
        clientKept = true;
        closeQuietly(database);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is as closed as it will be.
        }
    }
}
