package dev.baton.server.api;

import dev.baton.server.http.Call;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Client;
import dev.baton.server.http.Problem;
import dev.baton.server.node.AccessAudit;
import dev.baton.server.node.AccessAudit.Refusal;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.AuditLog.Act;
import dev.baton.server.store.AuditLog.Note;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what operators do, who signs in, and who is refused. */
final class OperatorAudit {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorAudit.class);

    private final AuditLog audit;
    private final AccessAudit refusals;

    OperatorAudit(AuditLog audit, AccessAudit refusals) {
        this.audit = audit;
        this.refusals = refusals;
    }

    /** For the transaction of what the call does. */
    Note note(Call call, String action, String subject, String outcome) throws SQLException {
        return audit.note(act(call, call.caller(), action, subject), outcome);
    }

    /** What has no transaction of its own. */
    void record(Call call, String action, String subject, String outcome) throws SQLException {
        audit.record(act(call, call.caller(), action, subject), outcome);
    }

    private static Act act(Call call, Caller caller, String action, String subject) {
        return new Act(caller.name(), call.client().address(), call.id(), action, subject);
    }

    /** Somebody may look at the dashboard also while the database is away: nothing can be changed then. */
    void signedIn(Call call, Caller caller) {
        try {
            audit.record(act(call, caller, "session.begin", caller.access().label()), "done");
        } catch (SQLException e) {
            LOG.warn(
                    "{} has signed in from {}, and the audit cannot be written: {}",
                    caller.name(),
                    call.client().address(),
                    e.getMessage());
        }
    }

    /** A sign-in failed. */
    void notSignedIn(Call call, Problem problem) {
        refused(Caller.NOBODY, call.client(), call.id(), "session.begin", "POST /v1/session", problem);
    }

    void refused(Caller caller, Client client, String requestId, String action, String subject, Problem problem) {
        refusals.add(new Refusal(
                caller.name(), client.address(), requestId, action, subject, problem.code(), problem.getMessage()));
    }
}
