package dev.baton.server.cli;

import dev.baton.server.http.Json;
import dev.baton.server.store.AuditVerification;
import dev.baton.server.store.AuditVerification.Known;
import dev.baton.server.store.IntegrityAudit;
import dev.baton.submissions.SubmissionManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton audit} */
@Command(
        name = "audit",
        description =
                "Checks epochs, attempts and terminal states in a database; exit 1 on a violation. Its commands are about"
                        + " the audit trail, which says what operators did.")
final class AuditCommand implements Callable<Integer> {

    @Mixin
    private LocalDatabase database;

    @Mixin
    private TableOptions tables;

    @Mixin
    private Output output;

    @Option(
            names = "--lease-name",
            paramLabel = "ROLE",
            defaultValue = SubmissionManager.ROLE,
            description = "election.lease_name of the nodes; ${DEFAULT-VALUE} by default.")
    private String executor;

    @Option(
            names = "--former-lease-name",
            paramLabel = "ROLE",
            defaultValue = "",
            description = "What it was before, if it was changed.")
    private String formerExecutor;

    @Override
    public Integer call() throws SQLException {
        List<IntegrityAudit.Finding> findings = IntegrityAudit.examine(
                database.source(), tables.names(), new IntegrityAudit.Executor(executor, formerExecutor));
        output.table(Json.tree(findings), "rule", "violations");
        return findings.stream().allMatch(finding -> finding.violations().isEmpty()) ? 0 : 1;
    }

    @Command(
            name = "verify",
            description =
                    "Checks the chains of the audit trail, one for each node, and names lines that were changed or"
                            + " removed; exit 1 if there are any. Note a chain's last line and hash elsewhere: --known proves later"
                            + " that nothing before it was written anew.")
    int verify(
            @Mixin LocalDatabase where,
            @Mixin TableOptions named,
            @Mixin Output out,
            @Option(
                            names = "--known",
                            paramLabel = "NODE:LINE:HASH",
                            description = "A line as it was noted; may be given several times.")
                    List<String> known)
            throws SQLException {
        List<Known> noted =
                known == null ? List.of() : known.stream().map(Known::parse).toList();
        List<AuditVerification.Chain> chains = AuditVerification.verify(where.source(), named.names(), noted);
        out.table(Json.tree(chains), "nodeId", "lines", "prunedLines", "lastLine", "lastHash", "findings");
        return chains.stream().allMatch(chain -> chain.findings().isEmpty()) ? 0 : 1;
    }

    @Command(
            name = "export",
            description = "Writes every line of the audit trail as a line of JSON, oldest first by node.")
    int export(@Mixin LocalDatabase where, @Mixin TableOptions named, @Mixin Output out) throws SQLException {
        AuditVerification.export(where.source(), named.names(), line -> out.line(Json.text(line)));
        return 0;
    }

    @Command(
            name = "prune",
            description =
                    "Removes old lines from the audit trail, and old election events. Nodes do that by themselves,"
                            + " unless their account may only add lines.")
    int prune(
            @Mixin LocalDatabase where,
            @Mixin TableOptions named,
            @Mixin Output out,
            @Option(
                            names = "--older-than",
                            paramLabel = "TIME",
                            defaultValue = "30d",
                            converter = TimeConverter.class,
                            description = "Such as 90d; ${DEFAULT-VALUE} by default.")
                    Duration age)
            throws SQLException {
        out.line("removed: " + AuditVerification.prune(where.source(), named.names(), age));
        return 0;
    }
}
