package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A door on this machine that leads to a server, and can do to connections what networks do. */
public abstract class TcpProxy implements AutoCloseable {

    private final ServerSocket door;
    private final List<ProxiedConnection> connections = new CopyOnWriteArrayList<>();
    private volatile InetSocketAddress target;
    private volatile boolean refusing;

    protected TcpProxy(InetSocketAddress target) {
        this.target = target;
        try {
            this.door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("no port for a proxy", e);
        }
    }

    /** Opens the door: once, when all is ready that connections need. */
    protected final void open() {
        daemon("proxy-door", this::welcome);
    }

    static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** A connection that is to begin. */
    protected abstract ProxiedConnection connection(Socket client, Socket server) throws IOException;

    public final InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    /** Leads new connections elsewhere: the server has moved. */
    public final void retarget(InetSocketAddress to) {
        target = to;
    }

    private void welcome() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // The door was closed, or the server is away: the client finds out by itself.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (refusing) {
            client.close();
            return;
        }
        try {
            InetSocketAddress to = target;
            ProxiedConnection connection = connection(client, new Socket(to.getAddress(), to.getPort()));
            connections.add(connection);
            connection.start(() -> connections.remove(connection));
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    /** Whether new connections are turned away. */
    public final void refuse(boolean yes) {
        refusing = yes;
    }

    /** Ends every connection on both sides. */
    public final void cut() {
        connections.forEach(ProxiedConnection::cut);
    }

    /** Ends every connection on the server's side; the clients' sides stay open and silent, and what is under way arrives. */
    public final void cutDatabaseSide() {
        connections.forEach(ProxiedConnection::cutServerSide);
    }

    /** Ends the clients' sides of connections that the server has not had for a while. */
    public final void buryHalfOpen() {
        connections.stream().filter(ProxiedConnection::isHalfOpen).forEach(ProxiedConnection::cut);
    }

    @Override
    public final void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a proxy's door does not close", e);
        }
        cut();
    }
}
