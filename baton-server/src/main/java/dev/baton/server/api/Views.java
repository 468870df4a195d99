package dev.baton.server.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobView;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Json;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.AttemptsOfDay;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.util.RawValue;

/** Things as they stand on the wire. */
final class Views {

    private static final int LARGEST_PAGE = 1024 * 1024;

    private Views() {}

    /** An intent. */
    record IntentView(
            @JsonUnwrapped @JsonIgnoreProperties("status") Intent row, String status) {

        static IntentView of(Intent intent) {
            return new IntentView(intent, intent.status().label());
        }
    }

    /** An attempt. */
    record AttemptView(
            @JsonUnwrapped @JsonIgnoreProperties("outcomeStatus")
            Attempt row,

            String outcomeStatus) {

        static AttemptView of(Attempt attempt) {
            return new AttemptView(attempt, attempt.outcomeStatus().label());
        }
    }

    /** Attempts of a day, summed up. */
    record AttemptsOfDayView(
            String submissionTarget,
            LocalDate day,
            String outcomeStatus,
            long attempts,
            long totalMillis,
            long longestMillis) {

        static AttemptsOfDayView of(AttemptsOfDay sum) {
            return new AttemptsOfDayView(
                    sum.target(),
                    sum.day(),
                    sum.outcomeStatus().label(),
                    sum.attempts(),
                    sum.totalMillis(),
                    sum.longestMillis());
        }
    }

    /** An intent with its attempts and what operators did to it. */
    record HistoryView(IntentView intent, List<AttemptView> attempts, List<IntentHistory.Act> acts) {

        static HistoryView of(IntentHistory history) {
            return new HistoryView(
                    IntentView.of(history.intent()),
                    history.attempts().stream().map(AttemptView::of).toList(),
                    history.acts());
        }
    }

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
            @JsonUnwrapped @JsonIgnoreProperties({"status", "payload", "zone"})
            JobView row,

            String status,
            @JsonRawValue String payload,
            String timezone) {

        static Job of(JobView view, int largestPayload) {
            return new Job(view, view.status().label(), payload(view.payload(), largestPayload), view.zone());
        }

        static Job withoutPayload(JobView view) {
            return new Job(view, view.status().label(), null, view.zone());
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
