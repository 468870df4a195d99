package dev.baton.jobs.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What this worker has done, for its row in the table of workers. */
final class Counters {
    final LongAdder completed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder refused = new LongAdder();
    final AtomicInteger busy = new AtomicInteger();
}
