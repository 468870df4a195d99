package dev.baton.interleavings;

import java.util.concurrent.ConcurrentLinkedQueue;

/** What wakes the one thread that owns something, when others have left it work in an inbox. */
public interface Bell {

    void give();

    void await() throws InterruptedException;

    /** Two bring something, the owner takes it: it must not sleep while something is there. */
    static void nothingIsLeftInTheInbox(Bell bell) {
        ConcurrentLinkedQueue<String> inbox = new ConcurrentLinkedQueue<>();
        Together.run(() -> bring(inbox, bell), () -> bring(inbox, bell), () -> takeTwo(inbox, bell));
    }

    private static void bring(ConcurrentLinkedQueue<String> inbox, Bell bell) {
        inbox.add("something");
        bell.give();
    }

    private static void takeTwo(ConcurrentLinkedQueue<String> inbox, Bell bell) {
        int taken = 0;
        try {
            while (true) {
                while (inbox.poll() != null) {
                    taken++;
                }
                if (taken == 2) {
                    return;
                }
                bell.await();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
