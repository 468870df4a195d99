package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine that nobody listens on. */
final class FreePorts {

    private static final int LAST = 65_535;

    private FreePorts() {}

    /** The first so many from there on. */
    static List<Integer> from(int first, int count) {
        List<Integer> free = new ArrayList<>();
        for (int port = first; port <= LAST && free.size() < count; port++) {
            if (isFree(port)) {
                free.add(port);
            }
        }
        if (free.size() < count) {
            throw new CommandException(
                    "there are no " + count + " free ports from " + first + " on: choose another with --port");
        }
        return List.copyOf(free);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort() == port;
        } catch (IOException e) {
            return false;
        }
    }
}
