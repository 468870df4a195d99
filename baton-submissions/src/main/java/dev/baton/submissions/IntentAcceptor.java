package dev.baton.submissions;

import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Acceptance.Refused;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.Limits;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.store.IntentInserts;
import dev.baton.submissions.store.IntentInserts.Inserted;
import dev.baton.submissions.store.NewIntent;
import dev.baton.submissions.store.StoredIntent;
import dev.baton.support.Traceparent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Checks a request, resolves its contract and turns what the database did into an answer. */
final class IntentAcceptor {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|\\p{Cs}");
    private static final int PATIENCE = 10;

    private final Contracts contracts;
    private final int maxPayload;
    private final IntentInserts inserts;
    private final SubmissionListener listener;

    IntentAcceptor(Contracts contracts, int maxPayload, IntentInserts inserts, SubmissionListener listener) {
        this.contracts = contracts;
        this.maxPayload = maxPayload;
        this.inserts = inserts;
        this.listener = listener;
    }

    /** Either a row to insert or the reason why there is none. */
    record Checked(Optional<NewIntent> row, Optional<Refused> refusal) {}

    Checked check(IntentRequest request) {
        byte[] payload = request.payload();
        Optional<String> problem = problem("intentId", request.intentId())
                .or(() -> problem("submissionTarget", request.submissionTarget()))
                .or(() -> contracts.of(request.submissionTarget()).isPresent()
                        ? Optional.empty()
                        : Optional.of("submissionTarget '" + request.submissionTarget()
                                + "' is not configured: there are " + contracts.targets()));
        if (problem.isPresent()) {
            return refuse(problem.get(), false);
        }
        if (payload.length > maxPayload) {
            return refuse("the payload has " + payload.length + " bytes, the limit is " + maxPayload, true);
        }
        if (payload.length > 0 && !isJson(payload)) {
            return refuse("the payload is not JSON", false);
        }
        return new Checked(Optional.of(row(request, payload.length == 0 ? NOTHING : payload)), Optional.empty());
    }

    private static Checked refuse(String message, boolean tooLarge) {
        return new Checked(Optional.empty(), Optional.of(new Refused(message, tooLarge)));
    }

    /**
     * Whether an intent or a target can have this name. Others are not asked for: some databases would find what is called
     * almost like that, others fail.
     */
    static boolean isId(String value) {
        return problem("", value).isEmpty();
    }

    private static Optional<String> problem(String field, String value) {
        if (value == null || value.isEmpty()) {
            return Optional.of(field + " is missing");
        }
        if (value.codePointCount(0, value.length()) > Limits.LONGEST_ID) {
            return Optional.of(field + " has more than " + Limits.LONGEST_ID + " characters");
        }
        if (value.startsWith(" ") || value.endsWith(" ")) {
            return Optional.of(field + " begins or ends with a space, which databases do not compare alike");
        }
        return CONTROL.matcher(value).find() ? Optional.of(field + " holds a control character") : Optional.empty();
    }

    /** In UTF-8, as it is sent on; the parser would take UTF-16 as well, which has zeros. */
    private static boolean isJson(byte[] payload) {
        for (byte sign : payload) {
            if (sign == 0) {
                return false;
            }
        }
        try {
            return !JSON.readTree(payload).isMissingNode();
        } catch (JacksonException e) {
            return false;
        }
    }

    private NewIntent row(IntentRequest request, byte[] payload) {
        Contracts.Terms terms = contracts.of(request.submissionTarget()).orElseThrow();
        return new NewIntent(
                request.intentId(),
                request.submissionTarget(),
                payload,
                sha256(payload),
                terms.snapshot(),
                terms.lane(),
                request.traceparent().filter(Traceparent::isWellFormed).orElse(null),
                terms.webhook(),
                terms.maxAcceptanceMillis());
    }

    private static byte[] sha256(byte[] payload) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(payload);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    /**
     * Stores what is new, in one commit. The first of several requests with one id in a batch is the one that counts; an
     * intent that was pruned between the insert and the look is inserted after all.
     *
     * @return an answer for each row, in order
     */
    List<Acceptance> store(List<NewIntent> rows) throws SQLException {
        return store(rows, inserts::insert);
    }

    /** The same in the caller's transaction. */
    List<Acceptance> store(Connection connection, List<NewIntent> rows) throws SQLException {
        return store(rows, sorted -> inserts.insert(connection, sorted));
    }

    /** Inserts what is not there yet. */
    @FunctionalInterface
    private interface Insert {
        Inserted of(List<NewIntent> sorted) throws SQLException;
    }

    private List<Acceptance> store(List<NewIntent> rows, Insert insert) throws SQLException {
        Map<String, NewIntent> first = new LinkedHashMap<>();
        rows.forEach(row -> first.putIfAbsent(row.intentId(), row));
        List<NewIntent> sorted = first.values().stream()
                .sorted(Comparator.comparing(NewIntent::intentId))
                .toList();
        Inserted inserted = insert.of(sorted);
        List<NewIntent> left = inserted.neither(sorted);
        for (int tries = 0; !left.isEmpty(); tries++) {
            if (tries == PATIENCE) {
                throw new SQLException("intents vanish as soon as they are inserted: look for what deletes them");
            }
            inserted = inserted.and(insert.of(left));
            left = inserted.neither(sorted);
        }
        List<Acceptance> answers = new ArrayList<>();
        Set<String> answered = new HashSet<>();
        for (NewIntent row : rows) {
            answers.add(answer(row, answered.add(row.intentId()), inserted));
        }
        return answers;
    }

    private Acceptance answer(NewIntent row, boolean first, Inserted inserted) {
        Intent created = inserted.created().get(row.intentId());
        if (created != null && first) {
            listener.created(row.target());
            return new Acceptance.Created(created);
        }
        StoredIntent existing = inserted.existing().get(row.intentId());
        boolean same =
                existing != null ? existing.isFor(row.target(), row.payloadHash()) : isSame(row, inserted, created);
        if (same) {
            listener.idempotentHit(row.target());
            return new Acceptance.Existing(existing != null ? existing.intent() : created);
        }
        listener.idempotencyConflict(row.target());
        return new Acceptance.Conflict(
                row.intentId(),
                "intent '" + row.intentId() + "' exists with another target or payload; nothing was changed");
    }

    /** A second request with the same id in the batch that created it. */
    private static boolean isSame(NewIntent row, Inserted inserted, Intent created) {
        return created != null
                && created.submissionTarget().equals(row.target())
                && MessageDigest.isEqual(inserted.hashes().get(row.intentId()), row.payloadHash());
    }
}
