package dev.baton.server.cli;

import dev.baton.server.http.Json;
import dev.baton.server.store.IntegrityAudit;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code baton audit} */
@Command(
        name = "audit",
        description = "Checks epochs, attempts and terminal states in a database; exit 1 on a violation.")
final class AuditCommand implements Callable<Integer> {

    @Mixin
    private LocalDatabase database;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws SQLException {
        List<IntegrityAudit.Finding> findings = IntegrityAudit.examine(database.source());
        output.table(Json.tree(findings), "rule", "violations");
        return findings.stream().allMatch(finding -> finding.violations().isEmpty()) ? 0 : 1;
    }
}
