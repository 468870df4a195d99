package dev.baton.sql.election;

import dev.baton.interleavings.Interleavings;
import dev.baton.interleavings.Together;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whoever closes a store while its thread opens a session leaves none behind. */
class SessionSlotInterleavingsTest {

    private interface Slot {
        void keep(String opened);

        void close();
    }

    private static Slot real(AtomicInteger dropped) {
        SessionSlot<String> slot = new SessionSlot<>(any -> dropped.incrementAndGet());
        return new Slot() {
            @Override
            public void keep(String opened) {
                slot.keep(opened);
            }

            @Override
            public void close() {
                slot.close();
            }
        };
    }

    /** Looks what there is, and then says that there is nothing any more. */
    private static final class Leaking implements Slot {
        private final AtomicInteger dropped;
        private volatile String session;
        private volatile boolean closed;

        Leaking(AtomicInteger dropped) {
            this.dropped = dropped;
        }

        @Override
        public void keep(String opened) {
            session = opened;
            if (closed) {
                drop();
            }
        }

        @Override
        public void close() {
            closed = true;
            drop();
        }

        private void drop() {
            String kept = session;
            session = null;
            if (kept != null) {
                dropped.incrementAndGet();
            }
        }
    }

    private static void isDroppedOnce(Slot slot, AtomicInteger dropped) {
        Together.run(() -> slot.keep("a session"), slot::close);
        Together.check(dropped.get() == 1, "dropped " + dropped.get() + " times");
    }

    @Test
    void aSessionThatIsOpenedMeanwhileIsDropped() {
        Interleavings.allHold(() -> {
            AtomicInteger dropped = new AtomicInteger();
            isDroppedOnce(Together.share(real(dropped)), dropped);
        });
    }

    @Test
    void aSlotThatLeaksIsFound() {
        Interleavings.oneIsFound(() -> {
            AtomicInteger dropped = new AtomicInteger();
            isDroppedOnce(Together.share(new Leaking(dropped)), dropped);
        });
    }
}
