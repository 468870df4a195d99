package dev.baton.chaos.check;

import dev.baton.chaos.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Whether a list that is only appended to was linearizable.
 *
 * <p>That it only grows makes it simple: its final order <em>is</em> the order of the appends, and a read belongs just
 * after the entry that it saw last. So every operation has one place, and the history is linearizable exactly if no
 * operation that had ended before another began has a later place than that one.
 */
public final class Linearizability {

    /** An operation with its place in the one possible order. */
    private record Placed(Operation operation, long place) {}

    private Linearizability() {}

    /** @param positions where entries are in the final list, by id */
    public static Finding check(List<Operation> operations, Map<String, Long> positions) {
        Tally tally = new Tally("The register is linearizable");
        List<Placed> placed = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.ok()) {
                place(operation, positions, placed, tally);
            }
        }
        placed.sort(Comparator.comparingLong(each -> each.operation.invoked()));
        PriorityQueue<Placed> running =
                new PriorityQueue<>(Comparator.comparingLong((Placed each) -> each.operation.done()));
        long floor = 0;
        for (Placed next : placed) {
            while (!running.isEmpty() && running.peek().operation.done() < next.operation.invoked()) {
                floor = Math.max(floor, running.poll().place);
            }
            tally.expect(
                    next.place >= floor, next.operation + " comes before an operation that had ended, at " + floor);
            running.add(next);
        }
        return tally.finding();
    }

    /** Appends at odd places, reads of what they left behind at the even ones that follow. */
    private static void place(Operation operation, Map<String, Long> positions, List<Placed> placed, Tally tally) {
        boolean read = operation.kind().equals("R");
        Long position = positions.get(operation.id());
        if (read && operation.position() == 0) {
            placed.add(new Placed(operation, 0));
        } else if (position == null || position != operation.position()) {
            tally.violation(operation + " is not in the final list, where it is " + position);
        } else {
            placed.add(new Placed(operation, 2 * position - (read ? 0 : 1)));
        }
    }
}
