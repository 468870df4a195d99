package dev.baton.chaos.history;

/**
 * One operation on a counter or the register.
 *
 * @param kind {@code A} for an append, {@code R} for a read
 * @param id of the appended entry, or of the last one that was read
 * @param invoked by {@link System#nanoTime()}
 * @param done likewise
 * @param result {@code ok}, {@code fail} (certainly not done) or {@code unknown}
 * @param position where it was appended, or how many there were
 */
public record Operation(
        String kind,
        String role,
        String id,
        long invoked,
        long done,
        String result,
        long position,
        long epoch,
        String holder) {

    static Operation of(String[] line) {
        return new Operation(
                line[0],
                line[1],
                line[2],
                Long.parseLong(line[3]),
                Long.parseLong(line[4]),
                line[5],
                Long.parseLong(line[6]),
                line.length > 7 ? Long.parseLong(line[7]) : 0,
                line.length > 8 ? line[8] : "");
    }

    public boolean ok() {
        return result.equals("ok");
    }
}
