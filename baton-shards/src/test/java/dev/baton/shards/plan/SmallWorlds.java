package dev.baton.shards.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Tables of a few rows that name three nodes, each as a number, and every cluster of these nodes. */
final class SmallWorlds {

    static final Duration GRACE = Duration.ofMinutes(5);

    private static final List<Optional<String>> NAMES =
            List.of(Optional.empty(), Optional.of("a"), Optional.of("b"), Optional.of("c"));

    /** What a row can say: an owner, an heir and a home, each of them a node or nobody. */
    private static final int ROWS = NAMES.size() * NAMES.size() * NAMES.size();

    private static final List<Assignment> IN_TIME = rows(Duration.ZERO);
    private static final List<Assignment> TOO_LATE = rows(GRACE.plusMillis(1));

    private SmallWorlds() {}

    private static List<Assignment> rows(Duration away) {
        return IntStream.range(0, ROWS)
                .mapToObj(row -> new Assignment(
                        NAMES.get(row % 4),
                        NAMES.get(row / 4 % 4),
                        NAMES.get(row / 16),
                        row < 16 ? Duration.ZERO : away))
                .toList();
    }

    /** Each node may be away, drain, take no new ones or take its share, with every weight up to the heaviest. */
    static List<List<Member>> clusters(int heaviest) {
        List<List<Member>> all = List.of(List.of());
        for (Optional<String> name : NAMES.subList(1, NAMES.size())) {
            String node = name.orElseThrow();
            List<List<Member>> more = new ArrayList<>(all);
            for (List<Member> others : all) {
                more.add(with(others, new Member(node, 1, Willingness.DRAINING)));
                for (int weight = 1; weight <= heaviest; weight++) {
                    more.add(with(others, new Member(node, weight, Willingness.REFUSING)));
                    more.add(with(others, new Member(node, weight, Willingness.OPEN)));
                }
            }
            all = more;
        }
        return all;
    }

    private static List<Member> with(List<Member> others, Member one) {
        List<Member> all = new ArrayList<>(others);
        all.add(one);
        return List.copyOf(all);
    }

    /** How many tables of so many rows there are. */
    static int tables(int shards) {
        return 1 << (6 * shards);
    }

    /** A table by its number, which does not say how long anybody has been away. */
    static int number(List<Assignment> table) {
        int number = 0;
        for (Assignment row : table) {
            number = number * ROWS + place(row.owner()) + 4 * place(row.heir()) + 16 * place(row.home());
        }
        return number;
    }

    private static int place(Optional<String> name) {
        return name.isEmpty() ? 0 : name.get().charAt(0) - 'a' + 1;
    }

    /** A table, once for each way in which the grace of some of those that are away may have passed. */
    static List<List<Assignment>> everyAgeOf(int number, int shards) {
        List<List<Assignment>> ages = List.of(List.of());
        for (int shard = shards - 1; shard >= 0; shard--) {
            int row = (number >> (6 * shard)) % ROWS;
            List<List<Assignment>> longer = new ArrayList<>();
            for (List<Assignment> begun : ages) {
                longer.add(with(begun, IN_TIME.get(row)));
                if (row >= 16) {
                    longer.add(with(begun, TOO_LATE.get(row)));
                }
            }
            ages = longer;
        }
        return ages;
    }

    private static List<Assignment> with(List<Assignment> begun, Assignment row) {
        List<Assignment> longer = new ArrayList<>(begun);
        longer.add(row);
        return longer;
    }
}
