package dev.baton.bench.process;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;

/** The floor: a bare connection blocked in {@code pg_advisory_lock}. */
public final class BareMain {

    private BareMain() {}

    /** Arguments: URL, key. */
    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(args[0]);
                PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_lock(?)")) {
            lock.setLong(1, Long.parseLong(args[1]));
            lock.execute();
            Child.Line.say("GRANTED", System.nanoTime(), 0);
            System.in.read();
        }
    }
}
