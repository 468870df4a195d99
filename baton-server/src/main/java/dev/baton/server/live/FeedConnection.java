package dev.baton.server.live;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/** One open feed: writes one message at a time and keeps a short queue behind it. */
final class FeedConnection implements Callback {

    private static final int LONGEST_QUEUE = 256;

    private final Response response;
    private final Callback whole;
    private final Consumer<FeedConnection> gone;
    private final Deque<ByteBuffer> queue = new ArrayDeque<>();
    private boolean ending;
    private boolean writing;
    private boolean over;

    FeedConnection(Response response, Callback whole, Consumer<FeedConnection> gone) {
        this.response = response;
        this.whole = whole;
        this.gone = gone;
    }

    void send(ByteBuffer message) {
        boolean slow;
        synchronized (this) {
            if (over) {
                return;
            }
            slow = queue.size() >= LONGEST_QUEUE;
            if (!slow) {
                queue.add(message);
                if (writing) {
                    return;
                }
                writing = true;
            }
        }
        if (slow) {
            failed(new IllegalStateException("a viewer did not keep up"));
        } else {
            next();
        }
    }

    /** Ends the feed after what is queued. */
    void end() {
        synchronized (this) {
            ending = true;
            if (over || writing) {
                return;
            }
            writing = true;
        }
        next();
    }

    private void next() {
        ByteBuffer message;
        boolean last;
        synchronized (this) {
            message = queue.poll();
            last = message == null && ending;
            writing = message != null || last;
        }
        if (message != null) {
            response.write(false, message.slice(), this);
        } else if (last && finish()) {
            response.write(true, null, whole);
        }
    }

    @Override
    public void succeeded() {
        next();
    }

    @Override
    public void failed(Throwable problem) {
        if (finish()) {
            whole.failed(problem);
        }
    }

    private boolean finish() {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            queue.clear();
        }
        gone.accept(this);
        return true;
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }
}
