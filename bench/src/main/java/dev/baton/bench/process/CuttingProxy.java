package dev.baton.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Forwards TCP connections to a port until told to cut the far side: the near side then notices nothing. */
public final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final List<Socket> near = new ArrayList<>();
    private final List<Socket> far = new ArrayList<>();
    private volatile boolean cut;

    public CuttingProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        background("proxy-accept", this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Ends every session in the eyes of the server; the clients' sockets stay open and silent. */
    public synchronized void cutFarSide() throws IOException {
        cut = true;
        for (Socket socket : far) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                connect(listener.accept());
            }
        } catch (IOException e) {
            // closed
        }
    }

    private synchronized void connect(Socket client) throws IOException {
        near.add(client);
        if (cut) {
            return; // accepted, and never answered
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        far.add(server);
        server.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        background("proxy-up", () -> pump(client, server));
        background("proxy-down", () -> pump(server, client));
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[16_384];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // cut, or closed by one side
        }
        if (!cut) {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static void background(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was closed already.
        }
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        near.forEach(CuttingProxy::closeQuietly);
        far.forEach(CuttingProxy::closeQuietly);
    }
}
