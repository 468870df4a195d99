package dev.baton.chaos.node;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills the heap but for a little, and has it collected again and again: every thread stutters. */
final class HeapSqueeze {

    private static final Logger LOG = LoggerFactory.getLogger(HeapSqueeze.class);
    private static final int PIECE = 64;
    private static final int PIECES = 4_096;

    private HeapSqueeze() {}

    /** Small pieces in many arrays: much for a collector to follow. */
    static void of(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        List<byte[][]> ballast = new ArrayList<>();
        while (System.nanoTime() < end) {
            Runtime runtime = Runtime.getRuntime();
            long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
            if (free > runtime.maxMemory() / 5) {
                byte[][] pieces = new byte[PIECES][];
                for (int i = 0; i < PIECES; i++) {
                    pieces[i] = new byte[PIECE];
                }
                ballast.add(pieces);
            } else {
                System.gc();
            }
        }
        LOG.info("held {} MB", (long) ballast.size() * PIECES * PIECE / 1_000_000);
    }
}
