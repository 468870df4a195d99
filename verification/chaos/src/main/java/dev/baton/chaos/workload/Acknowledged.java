package dev.baton.chaos.workload;

import dev.baton.chaos.history.Journal;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What clients were promised: the intents and jobs that an answer has confirmed, and the ends that an answer has told. */
public final class Acknowledged implements AutoCloseable {

    private final Map<String, String> intents = new ConcurrentHashMap<>();
    private final Map<String, String> jobs = new ConcurrentHashMap<>();
    private final LongAdder retries = new LongAdder();
    private final Journal journal;

    public Acknowledged(Path folder) {
        journal = new Journal(folder.resolve("acknowledged.tsv"));
    }

    /** The status of an intent as a client was told it. */
    void intent(String id, String status) {
        String known = intents.put(id, status);
        if (known != null && !known.equals("pending") && !known.equals(status)) {
            intents.put(id, known + "," + status); // a terminal status has changed: the checker will say so
        }
        journal.write("intent", id, status, System.nanoTime());
    }

    void job(String id, String key) {
        jobs.put(id, key);
        journal.write("job", id, key, System.nanoTime());
    }

    void retried() {
        retries.increment();
    }

    /** Statuses by intent; {@code pending} where no end was told. */
    public Map<String, String> intents() {
        return intents;
    }

    /** Keys by job id. */
    public Map<String, String> jobs() {
        return jobs;
    }

    public long retries() {
        return retries.sum();
    }

    @Override
    public void close() {
        journal.close();
    }
}
