package dev.baton.server.store;

import dev.baton.server.crypto.Secrets;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * One line of the audit trail. Lines of a node are numbered without gaps and chained: a line's hash covers the line and the
 * hash of the line before it, so one that was changed or removed shows. Lines that a program of before has written, into a
 * table of its own, have no number and no hash.
 *
 * @param nodeId which node wrote it, and so whose chain it belongs to
 * @param number its place in the chain, from 1 on; 0 outside of any
 * @param client the address that the act came from
 * @param requestId what the request is called in logs and answers
 * @param hash in small hexadecimal letters
 */
public record AuditLine(
        String nodeId,
        long number,
        Instant at,
        String actor,
        String client,
        String requestId,
        String action,
        String subject,
        String outcome,
        String hash) {

    static AuditLine read(ResultSet row) throws SQLException {
        return new AuditLine(
                row.getString("node_id"),
                row.getLong("line_number"),
                Instant.EPOCH.plus(row.getLong("at_micros"), ChronoUnit.MICROS),
                row.getString("actor"),
                row.getString("client"),
                row.getString("request_id"),
                row.getString("action"),
                row.getString("subject"),
                row.getString("outcome"),
                row.getString("hash"));
    }

    long atMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    AuditLine withHash(String value) {
        return new AuditLine(nodeId, number, at, actor, client, requestId, action, subject, outcome, value);
    }

    /**
     * What its hash must be: over the hash before it and every member, each with its length in front, so that no letter can
     * move from one member to the next unseen.
     */
    String hashAfter(String previous) {
        StringBuilder text = new StringBuilder();
        List<String> members = List.of(
                previous,
                nodeId,
                Long.toString(number),
                Long.toString(atMicros()),
                actor,
                client,
                requestId,
                action,
                subject,
                outcome);
        for (String member : members) {
            int bytes = member.getBytes(StandardCharsets.UTF_8).length;
            text.append(bytes).append(':').append(member);
        }
        return Secrets.sha256(text.toString());
    }
}
