package dev.baton.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads a body without holding a thread while it comes: slow senders cost a little memory, and only for so long. */
final class BodyReader {

    private final Request request;
    private final int most;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();

    private BodyReader(Request request, int most) {
        this.request = request;
        this.most = most;
    }

    static CompletableFuture<byte[]> read(Request request, int most, long patienceMillis) {
        if (request.getLength() > most) {
            return CompletableFuture.failedFuture(tooLarge(most));
        }
        BodyReader reader = new BodyReader(request, most);
        reader.more();
        return reader.whole
                .orTimeout(patienceMillis, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(error -> CompletableFuture.failedFuture(
                        error instanceof TimeoutException
                                ? new Problem(408, "request_timeout", "the body did not come in time")
                                : error));
    }

    private void more() {
        while (!whole.isDone()) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this::more);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                whole.completeExceptionally(chunk.getFailure());
                return;
            }
            take(chunk);
        }
    }

    private void take(Content.Chunk chunk) {
        ByteBuffer bytes = chunk.getByteBuffer();
        if (read.size() + bytes.remaining() > most) {
            chunk.release();
            whole.completeExceptionally(tooLarge(most));
            return;
        }
        byte[] part = new byte[bytes.remaining()];
        bytes.get(part);
        read.writeBytes(part);
        boolean last = chunk.isLast();
        chunk.release();
        if (last) {
            whole.complete(read.toByteArray());
        }
    }

    private static Problem tooLarge(int most) {
        return new Problem(413, "payload_too_large", "the body has more than " + most + " bytes");
    }
}
