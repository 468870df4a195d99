package dev.baton.submissions.gateway;

import dev.baton.NotLeaderException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * A body that leaves only while its leader leads. The connection is there by then, however long that took; and since every
 * piece is looked at, the request of one who leads no longer is never whole.
 */
final class GatedBody implements HttpRequest.BodyPublisher {

    private final HttpRequest.BodyPublisher body;
    private final GatewayCall call;
    private volatile NotLeaderException refusal;

    GatedBody(byte[] body, GatewayCall call) {
        this.body = HttpRequest.BodyPublishers.ofByteArray(body);
        this.call = call;
    }

    /**
     * Whatever else came of the call.
     *
     * @throws NotLeaderException if the gate was shut before all had left
     */
    void ensureSent() {
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public long contentLength() {
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(new Pieces(subscriber));
    }

    private final class Pieces implements Flow.Subscriber<ByteBuffer> {

        private final Flow.Subscriber<? super ByteBuffer> wire;
        private Flow.Subscription subscription;

        Pieces(Flow.Subscriber<? super ByteBuffer> wire) {
            this.wire = wire;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            wire.onSubscribe(given);
        }

        @Override
        public void onNext(ByteBuffer piece) {
            try {
                call.ensureLeading();
            } catch (NotLeaderException e) {
                refusal = e;
                subscription.cancel();
                wire.onError(e);
                return;
            }
            wire.onNext(piece);
        }

        @Override
        public void onError(Throwable error) {
            wire.onError(error);
        }

        @Override
        public void onComplete() {
            wire.onComplete();
        }
    }
}
