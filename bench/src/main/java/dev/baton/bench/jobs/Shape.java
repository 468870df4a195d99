package dev.baton.bench.jobs;

/**
 * What the jobs are like, which all do nothing.
 *
 * @param queues how many queues they are spread over, by those who have queues
 */
record Shape(String label, String payload, int queues) {

    static final Shape NO_OP = new Shape("no-op", "{\"n\": 1}", 1);
    static final Shape KIBIBYTE = new Shape("1 KiB of payload", "{\"n\": \"" + "x".repeat(1_014) + "\"}", 1);
    static final Shape TEN_QUEUES = new Shape("ten queues", NO_OP.payload, 10);

    String queue(int job) {
        return queues == 1 ? "default" : "q" + job % queues;
    }
}
