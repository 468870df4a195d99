package dev.baton.chaos.history;

/**
 * A call that reached the gateway.
 *
 * @param at when, by {@link System#nanoTime()}
 * @param verdict what the gateway did about it
 * @param highestEpoch the highest that it had seen by then
 */
public record Call(long at, String intent, int attempt, long epoch, String key, String verdict, long highestEpoch) {

    static Call of(String[] line) {
        return new Call(
                Long.parseLong(line[0]),
                line[1],
                Integer.parseInt(line[2]),
                Long.parseLong(line[3]),
                line[4],
                line[5],
                Long.parseLong(line[6]));
    }
}
