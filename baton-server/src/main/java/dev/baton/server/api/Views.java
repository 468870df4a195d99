package dev.baton.server.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobView;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.util.RawValue;

/** Things as they stand on the wire. */
final class Views {

    private static final int LARGEST_PAGE = 1024 * 1024;

    private Views() {}

    /** Some of many. */
    record Page<T>(List<T> items, Optional<String> nextCursor) {}

    /**
     * A page that ends where it would become too large.
     *
     * @param cursor of an item: where a page goes on that ended with it
     */
    static <T> Answer page(
            List<T> items, Function<T, ?> view, Function<T, String> cursor, Optional<String> nextCursor) {
        List<RawValue> written = new ArrayList<>();
        long size = 0;
        for (T item : items) {
            String json = Json.text(view.apply(item));
            size += json.length();
            if (size > LARGEST_PAGE && !written.isEmpty()) {
                return Answer.json(new Page<>(written, Optional.of(cursor.apply(items.get(written.size() - 1)))));
            }
            written.add(new RawValue(json));
        }
        return Answer.json(new Page<>(written, nextCursor));
    }

    /** A job; its payload as it was handed in. */
    record Job(
            @JsonUnwrapped @JsonIgnoreProperties({"payload", "zone"})
            JobView row,

            @JsonRawValue String payload,
            String timezone) {

        static Job of(JobView view, int largestPayload) {
            return new Job(view, payload(view.payload(), largestPayload), view.zone());
        }

        static Job withoutPayload(JobView view) {
            return new Job(view, null, view.zone());
        }

        /** As it is where it is JSON; what a row written by hand or by a program holds may be something else, or huge. */
        private static String payload(String text, int largest) {
            if (text == null) {
                return null;
            }
            if (text.length() > largest) {
                return Json.text("(" + text.length() + " characters: too many to be shown)");
            }
            return Json.isValue(text) ? text : Json.text(text);
        }
    }

    /** A job with its latest runs, newest first. */
    record JobWithRuns(Job job, List<JobRun> runs) {}
}
