package dev.baton.server.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Of an answer's body the beginning: whoever answers without an end is not listened to for longer. */
public final class TruncatedBody implements BodySubscriber<byte[]> {

    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    public TruncatedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        this.subscription = begun;
        begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), most - kept.size())];
            buffer.get(bytes);
            kept.writeBytes(bytes);
        }
        if (kept.size() >= most) {
            subscription.cancel();
            onComplete();
        }
    }

    @Override
    public void onError(Throwable error) {
        body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.complete(kept.toByteArray());
    }
}
