package dev.baton.shards;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Whether a node has been heard of since a term began. Only reports count that differ from what the first look after its
 * beginning showed: an heir must not give back to the dead what it has just taken over from them.
 */
final class SignsOfLife {

    private Object current;
    private Object looked;
    private Object firstLookOf;
    private Map<String, Long> first = Map.of();

    /** @param term what is led just before the group is looked at; null if nothing is */
    void beforeLook(Object term) {
        looked = term;
    }

    /** @param term what is led just after */
    void afterLook(Object term, GroupView view) {
        current = term;
        if (looked != null && looked == term && looked != firstLookOf) {
            firstLookOf = looked;
            first = new HashMap<>();
            view.members().forEach((node, row) -> first.put(node, row.seenMicros()));
        }
    }

    /** Whether a node lives and has acted on the plan of this look, so that what is left to it is taken. */
    boolean canTake(GroupView view, String node) {
        MemberRow row = view.members().get(node);
        return row != null
                && row.version() >= view.state().version()
                && current != null
                && current == firstLookOf
                && !Objects.equals(first.get(node), row.seenMicros());
    }
}
