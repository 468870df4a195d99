package dev.baton.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads a body without holding a thread while it comes: slow senders cost a little memory, and only for so long. What came
 * is counted against a budget as it comes, because what a client announces costs nothing.
 */
final class BodyReader {

    private final Request request;
    private final int most;
    private final Consumer<ByteBuffer> sink;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private long read;

    private BodyReader(Request request, int most, Consumer<ByteBuffer> sink) {
        this.request = request;
        this.most = most;
        this.sink = sink;
    }

    /** The body, for which the budget is given back by whoever gets it; a body that fails has given back already. */
    static CompletableFuture<byte[]> read(Request request, int most, long patienceMillis, MemoryBudget budget) {
        Parts parts = new Parts(budget);
        CompletableFuture<byte[]> whole = new CompletableFuture<>();
        @SuppressWarnings("unused") // its end is that of the whole
        var unused = new BodyReader(request, most, parts::add)
                .start(patienceMillis)
                .whenComplete((nothing, error) -> {
                    if (error == null) {
                        whole.complete(parts.whole());
                    } else {
                        parts.drop();
                        whole.completeExceptionally(error);
                    }
                });
        return whole;
    }

    /** Lets the body come and keeps nothing of it. */
    static CompletableFuture<Void> discard(Request request, int most, long patienceMillis) {
        return new BodyReader(request, most, bytes -> {}).start(patienceMillis);
    }

    private CompletableFuture<Void> start(long patienceMillis) {
        if (request.getLength() > most) {
            return CompletableFuture.failedFuture(tooLarge());
        }
        more();
        return end.orTimeout(patienceMillis, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(error -> CompletableFuture.failedFuture(
                        error instanceof TimeoutException
                                ? new Problem(408, "request_timeout", "the body did not come in time")
                                : error));
    }

    private void more() {
        while (!end.isDone()) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this::more);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                end.completeExceptionally(chunk.getFailure());
                return;
            }
            take(chunk);
        }
    }

    private void take(Content.Chunk chunk) {
        try {
            ByteBuffer bytes = chunk.getByteBuffer();
            read += bytes.remaining();
            if (read > most) {
                throw tooLarge();
            }
            sink.accept(bytes);
        } catch (Problem refused) {
            end.completeExceptionally(refused);
            return;
        } finally {
            chunk.release();
        }
        if (chunk.isLast()) {
            end.complete(null);
        }
    }

    private Problem tooLarge() {
        return new Problem(413, "payload_too_large", "the body has more than " + most + " bytes");
    }

    /** What has come so far. A part that comes after the time was up is not kept. */
    private static final class Parts {

        private final MemoryBudget budget;
        private final List<byte[]> parts = new ArrayList<>();
        private int size;
        private boolean dropped;

        Parts(MemoryBudget budget) {
            this.budget = budget;
        }

        synchronized void add(ByteBuffer bytes) {
            int more = bytes.remaining();
            if (dropped || more == 0) {
                return;
            }
            budget.take(more);
            byte[] part = new byte[more];
            bytes.get(part);
            parts.add(part);
            size += more;
        }

        synchronized byte[] whole() {
            if (parts.size() == 1) {
                return parts.get(0);
            }
            ByteArrayOutputStream whole = new ByteArrayOutputStream(size);
            parts.forEach(whole::writeBytes);
            parts.clear();
            return whole.toByteArray();
        }

        synchronized void drop() {
            dropped = true;
            parts.clear();
            budget.giveBack(size);
        }
    }
}
