package dev.baton.submissions.store;

import dev.baton.LeaderToken;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * What is written, and under which term: every row of an attempt says so.
 *
 * @param token whose fence the transaction has entered
 */
public record UnderTerm<T>(LeaderToken token, T what) {

    /** All of them by one term. */
    public static <T> List<UnderTerm<T>> all(LeaderToken token, Collection<T> some) {
        return some.stream().map(one -> new UnderTerm<>(token, one)).toList();
    }

    static Long[] epochs(List<? extends UnderTerm<?>> rows) {
        return rows.stream().map(row -> row.token().epoch()).toArray(Long[]::new);
    }

    static String[] holders(List<? extends UnderTerm<?>> rows) {
        return rows.stream().map(row -> row.token().holderId()).toArray(String[]::new);
    }

    static <T> String[] texts(List<UnderTerm<T>> rows, Function<T, String> value) {
        return rows.stream().map(row -> value.apply(row.what())).toArray(String[]::new);
    }
}
