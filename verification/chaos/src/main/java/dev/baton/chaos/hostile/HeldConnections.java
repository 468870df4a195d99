package dev.baton.chaos.hostile;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Opens connections and keeps them, with a byte now and then, or none at all. Those that were closed are opened anew. */
final class HeldConnections implements Attack {

    private final int most;
    private final int perRound;
    private final String beginning;
    private final String drop;
    private final Deque<Socket> held = new ArrayDeque<>();

    /**
     * @param most held at once
     * @param perRound opened at once
     * @param beginning what each sends first
     * @param drop what each sends in every round; nothing, for those that are silent
     */
    HeldConnections(int most, int perRound, String beginning, String drop) {
        this.most = most;
        this.perRound = perRound;
        this.beginning = beginning;
        this.drop = drop;
    }

    @Override
    public int round(Stranger stranger) throws IOException {
        if (!drop.isEmpty()) {
            trickle();
        }
        for (int i = 0; i < perRound; i++) {
            Socket socket = stranger.connect();
            held.add(socket);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
        }
        while (held.size() > most) {
            held.poll().close();
        }
        return Stranger.NO_ANSWER;
    }

    private void trickle() throws IOException {
        for (Iterator<Socket> each = held.iterator(); each.hasNext(); ) {
            Socket socket = each.next();
            try {
                socket.getOutputStream().write(drop.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                socket.close();
                each.remove();
            }
        }
    }

    @Override
    public void end() {
        for (Socket socket : held) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone in any case.
            }
        }
        held.clear();
    }
}
