package dev.baton.submissions.executor.term;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which lanes a term works on: all, or those of its shard. What belongs to others is told to the database as it becomes known,
 * so that it is not read again and again; whoever reads asks {@link #covers} all the same. Thread-safe.
 */
public final class LaneShare {

    /** A list in a statement is compared as text: names that could be taken for others, or written otherwise, are not listed. */
    private static final Pattern LISTABLE = Pattern.compile("[A-Za-z0-9_.#-]+");

    private final boolean whole;
    private final Predicate<String> covers;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();
    private int listed;
    private String foreign = "";

    private LaneShare(boolean whole, Predicate<String> covers) {
        this.whole = whole;
        this.covers = covers;
    }

    /** Everything, of an executor that is not divided. */
    public static LaneShare all() {
        return new LaneShare(true, lane -> true);
    }

    /**
     * What a shard covers.
     *
     * @param covers the same answer for a key for as long as the term lasts; for each key, true in one shard alone
     */
    public static LaneShare of(Predicate<String> covers) {
        return new LaneShare(false, covers);
    }

    public boolean isWhole() {
        return whole;
    }

    /** Whether intents of this lane are this term's. */
    public boolean covers(String lane) {
        if (whole) {
            return true;
        }
        Boolean own = known.get(lane);
        if (own == null) {
            own = covers.test(lane);
            known.put(lane, own);
        }
        return own;
    }

    /** Some lanes of others, as {@code ,a,b,}. Made when it is asked for: with each new lane, thousands would be written thousands of times. */
    public synchronized String foreign() {
        int now = known.size();
        if (listed != now) {
            String lanes = known.entrySet().stream()
                    .filter(lane ->
                            !lane.getValue() && LISTABLE.matcher(lane.getKey()).matches())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining(",", ",", ","));
            foreign = lanes.equals(",,") ? "" : lanes;
            listed = now;
        }
        return foreign;
    }
}
