package dev.baton.server.api;

import dev.baton.server.http.Call;
import dev.baton.server.store.AuditLog;
import java.sql.SQLException;

/** Writes down what operators do. */
final class OperatorAudit {

    private final AuditLog audit;

    OperatorAudit(AuditLog audit) {
        this.audit = audit;
    }

    void record(Call call, String action, String subject, String outcome) throws SQLException {
        audit.record(call.caller().name(), call.client().address(), action, subject, outcome);
    }
}
