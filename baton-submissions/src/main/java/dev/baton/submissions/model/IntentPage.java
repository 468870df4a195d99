package dev.baton.submissions.model;

import java.util.List;
import java.util.Optional;

/**
 * One page of a search.
 *
 * @param nextCursor what the next page is asked for with; empty at the end
 */
public record IntentPage(List<Intent> items, Optional<String> nextCursor) {

    public IntentPage {
        items = List.copyOf(items);
    }
}
