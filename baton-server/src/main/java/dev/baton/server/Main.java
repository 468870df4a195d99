package dev.baton.server;

import dev.baton.server.cli.Commands;
import dev.baton.server.work.CheckedAddressCall;

/** The executable jar's beginning. */
public final class Main {

    private static final String COMMON_POOL = "java.util.concurrent.ForkJoinPool.common.parallelism";

    private Main() {}

    public static void main(String[] arguments) {
        CheckedAddressCall.permitHostHeader();
        shareThreadsThatEndCalls();
        System.exit(Commands.run(arguments));
    }

    /** Java's HTTP client ends each call on its common pool, and where that has one thread only, on a new thread for each. */
    private static void shareThreadsThatEndCalls() {
        if (Runtime.getRuntime().availableProcessors() <= 2 && System.getProperty(COMMON_POOL) == null) {
            System.setProperty(COMMON_POOL, "2");
        }
    }
}
