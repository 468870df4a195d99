package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.store.AuditLog.Act;
import dev.baton.server.store.AuditVerification.Chain;
import dev.baton.server.store.AuditVerification.Known;
import dev.baton.sql.Schema;
import dev.baton.sql.database.Database;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A line of the audit that was changed or removed shows, and one that was pruned does not look like it. */
class AuditTrailTest implements OnEveryDatabase {

    @Override
    public void prove(TestDatabase database) throws Exception {
        ServerSql sql = new ServerSql(new Database(
                database.dataSource(),
                database.dataSource(),
                new Database.Options(
                        TableNames.DEFAULT,
                        true,
                        List.of(Schema.LEADERSHIP, ServerSchema.COMPONENT, ServerSchema.AUDIT),
                        "baton_leader_change")));
        LeaseTable table = new LeaseTable(database.dataSource());
        proveWritingTogether(database, sql);
        proveRollBack(database, sql);
        proveTampering(database, table);
        provePruning(database, sql, table);
        proveChunks(database, sql, table);
        proveEveryMember(database, sql, table);
    }

    private static Act act(String subject) {
        return new Act("Ольга \uD83D\uDE00", "192.0.2.7", "request-1", "job.cancel", subject);
    }

    /** Several processes with one name, or one with many requests: no number twice, none left out. */
    private static void proveWritingTogether(TestDatabase database, ServerSql sql) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            AuditLog log = new AuditLog(sql, "n" + writer % 2);
            writers.add(threads.submit(() -> {
                for (int i = 0; i < 5; i++) {
                    log.record(act("x".repeat(298) + "\uD83D\uDE00 and more"), "done");
                }
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdown();
        assertThat(verify(database)).allSatisfy(chain -> {
            assertThat(chain.findings()).isEmpty();
            assertThat(chain.lines()).isEqualTo(10);
        });
        assertThat(new AuditLog(sql, "n0").latest(100)).hasSize(20).allSatisfy(line -> {
            assertThat(line.actor()).isEqualTo("Ольга \uD83D\uDE00");
            assertThat(line.client()).isEqualTo("192.0.2.7");
            assertThat(line.requestId()).isEqualTo("request-1");
        });
    }

    /** An act that fails leaves no line and no gap. */
    private static void proveRollBack(TestDatabase database, ServerSql sql) throws SQLException {
        AuditLog log = new AuditLog(sql, "n0");
        AuditLog.Note note = log.note(act("never"), "done");
        assertThatThrownBy(() -> sql.inTransaction((words, c) -> {
                    note.write(c);
                    throw new IllegalStateException("the act fails");
                }))
                .isInstanceOf(IllegalStateException.class);
        log.record(act("after"), "done");
        assertThat(verify(database))
                .allSatisfy(chain -> assertThat(chain.findings()).isEmpty());
        assertThat(log.latest(100)).noneMatch(line -> line.subject().equals("never"));
    }

    private static void proveTampering(TestDatabase database, LeaseTable table) throws SQLException {
        Chain before = verify(database, "n1");
        table.update("UPDATE baton_audit_trail SET actor = 'nobody' WHERE node_id = 'n0' AND line_number = 3");
        assertThat(verify(database, "n0").findings()).singleElement().asString().contains("line 3 does not fit");
        table.update("UPDATE baton_audit_trail SET actor = ? WHERE node_id = 'n0'", "Ольга \uD83D\uDE00");
        assertThat(verify(database, "n0").findings()).isEmpty();

        table.update("DELETE FROM baton_audit_trail WHERE node_id = 'n0' AND line_number IN (4, 5)");
        table.update("DELETE FROM baton_audit_trail WHERE node_id = 'n0' AND line_number = 1");
        table.update("DELETE FROM baton_audit_trail WHERE node_id = 'n0' AND line_number = 11");
        assertThat(verify(database, "n0").findings())
                .containsExactly("line 1 is missing", "lines 4 to 5 are missing", "line 11 is missing");

        Known noted = new Known("n1", before.lastLine(), before.lastHash());
        assertThat(verify(database, "n1", noted).findings()).isEmpty();
        Known other = new Known("n1", before.lastLine(), "another");
        assertThat(verify(database, "n1", other).findings())
                .singleElement()
                .asString()
                .contains("written anew");
        table.update("DELETE FROM baton_audit_chains WHERE node_id = 'n0'");
        assertThat(verify(database, "n0").findings()).singleElement().asString().contains("row is gone");
        table.update("DELETE FROM baton_audit_trail WHERE node_id = 'n0'");
    }

    private static void provePruning(TestDatabase database, ServerSql sql, LeaseTable table) throws SQLException {
        AuditLog log = new AuditLog(sql, "n2");
        for (int i = 0; i < 5; i++) {
            log.record(act("line"), "done");
        }
        Timestamp old = Timestamp.from(Instant.now().minus(Duration.ofDays(50)));
        table.update("UPDATE baton_audit_trail SET at = ? WHERE node_id = 'n2' AND line_number <= 3", old);
        assertThat(AuditVerification.prune(database.dataSource(), TableNames.DEFAULT, Duration.ofDays(30)))
                .isEqualTo(3);

        Chain pruned = verify(database, "n2");
        assertThat(pruned.findings()).isEmpty();
        assertThat(List.of(pruned.lines(), pruned.prunedLines())).containsExactly(2L, 3L);

        table.update("UPDATE baton_audit_trail SET at = ? WHERE node_id = 'n2'", old);
        assertThat(AuditVerification.prune(database.dataSource(), TableNames.DEFAULT, Duration.ofDays(30)))
                .isEqualTo(2);
        log.record(act("the next"), "done");
        assertThat(verify(database, "n2").findings()).isEmpty();
        table.update("DELETE FROM baton_audit_trail WHERE node_id = 'n2'");
        assertThat(verify(database, "n2").findings()).containsExactly("line 6 is missing");
    }

    /** A chain that is half pruned is as whole as any other, and of two who prune none puts the mark back. */
    private static void proveChunks(TestDatabase database, ServerSql sql, LeaseTable table) throws SQLException {
        AuditLog log = new AuditLog(sql, "n3");
        for (int i = 0; i < 8; i++) {
            log.record(act("line"), "done");
        }
        for (List<Long> step : List.of(List.of(3L, 5L), List.of(3L, 2L), List.of(2L, 0L), List.of(0L, 0L))) {
            assertThat(pruneChunk(sql, 3)).isEqualTo(step.get(0).intValue());
            Chain left = verify(database, "n3");
            assertThat(left.findings()).isEmpty();
            assertThat(List.of(left.lines(), left.prunedLines())).containsExactly(step.get(1), 8 - step.get(1));
        }
        log.record(act("the next"), "done");
        assertThat(verify(database, "n3").findings()).isEmpty();
        table.update("UPDATE baton_audit_chains SET pruned_line = 100 WHERE node_id = 'n3'");
        assertThat(pruneChunk(sql, 3)).isZero();
    }

    /** Whatever is changed of a line shows, and so does a line that is another's or stands elsewhere. */
    private static void proveEveryMember(TestDatabase database, ServerSql sql, LeaseTable table) throws SQLException {
        List<String> changes = List.of(
                "actor = 'x'",
                "client = 'x'",
                "request_id = 'x'",
                "action = 'x'",
                "subject = 'x'",
                "outcome = 'x'",
                "actor = 'Ольга \uD83D\uDE001', client = '92.0.2.7'");
        String unicode = database.dialect().equals("sqlserver") ? "N" : "";
        for (int i = 0; i < changes.size(); i++) {
            String node = "change-" + i;
            new AuditLog(sql, node).record(act("line"), "done");
            String change = changes.get(i).replace("'Ольга", unicode + "'Ольга");
            table.update("UPDATE baton_audit_trail SET " + change + " WHERE node_id = ?", node);
            assertDoesNotFit(database, node, 1);
        }
        new AuditLog(sql, "when").record(act("line"), "done");
        Timestamp other = Timestamp.from(Instant.now().minus(Duration.ofDays(1)));
        table.update("UPDATE baton_audit_trail SET at = ? WHERE node_id = 'when'", other);
        assertDoesNotFit(database, "when", 1);
        new AuditLog(sql, "here").record(act("line"), "done");
        table.update("UPDATE baton_audit_trail SET node_id = 'there' WHERE node_id = 'here'");
        table.update("UPDATE baton_audit_chains SET node_id = 'there' WHERE node_id = 'here'");
        assertDoesNotFit(database, "there", 1);
        new AuditLog(sql, "place").record(act("line"), "done");
        table.update("UPDATE baton_audit_trail SET line_number = 2 WHERE node_id = 'place'");
        table.update("UPDATE baton_audit_chains SET line_number = 2, pruned_line = 1 WHERE node_id = 'place'");
        assertDoesNotFit(database, "place", 2);
        proveEnds(database, sql, table);
    }

    /** A line with a hash of its own making shows by the one after it, or by the end; and a first one that should be gone. */
    private static void proveEnds(TestDatabase database, ServerSql sql, LeaseTable table) throws SQLException {
        AuditLog log = new AuditLog(sql, "ends");
        log.record(act("line"), "done");
        table.update("UPDATE baton_audit_chains SET pruned_line = 1, pruned_hash = hash WHERE node_id = 'ends'");
        assertThat(verify(database, "ends").findings()).containsExactly("line 1 should have been pruned and is there");
        table.update("UPDATE baton_audit_chains SET pruned_line = 0, pruned_hash = '' WHERE node_id = 'ends'");
        forgeFirst(log, table, "ends");
        assertThat(verify(database, "ends").findings())
                .singleElement()
                .asString()
                .contains("line 1 does not fit the end of its chain");
        AuditLog longer = new AuditLog(sql, "longer");
        longer.record(act("line"), "done");
        longer.record(act("line"), "done");
        forgeFirst(longer, table, "longer");
        assertDoesNotFit(database, "longer", 2);
        assertThat(verify(database, "longer", new Known("longer", 7, "x")).findings())
                .anyMatch(finding -> finding.contains("line 7 was noted and is missing"));
        assertThat(verify(database, "gone", new Known("gone", 1, "x")).findings())
                .containsExactly("this chain was noted, and there is none");
    }

    private static void forgeFirst(AuditLog log, LeaseTable table, String node) throws SQLException {
        AuditLine first = log.latest(100).stream()
                .filter(line -> line.nodeId().equals(node) && line.number() == 1)
                .findFirst()
                .orElseThrow();
        AuditLine forged = new AuditLine(
                node,
                1,
                first.at(),
                "x",
                first.client(),
                first.requestId(),
                first.action(),
                first.subject(),
                first.outcome(),
                "");
        table.update(
                "UPDATE baton_audit_trail SET actor = 'x', hash = ? WHERE node_id = ? AND line_number = 1",
                forged.hashAfter(""),
                node);
    }

    private static void assertDoesNotFit(TestDatabase database, String node, int line) throws SQLException {
        assertThat(verify(database, node).findings())
                .as(node)
                .singleElement()
                .asString()
                .contains("line " + line + " does not fit its hash");
    }

    private static int pruneChunk(ServerSql sql, int atMost) throws SQLException {
        return sql.inTransaction((words, c) -> {
            AuditChain chain = AuditChain.all(words, c).stream()
                    .filter(one -> one.nodeId().equals("n3"))
                    .findFirst()
                    .orElseThrow();
            return AuditPruning.prune(words, c, chain, Duration.ZERO, atMost);
        });
    }

    private static List<Chain> verify(TestDatabase database) throws SQLException {
        return AuditVerification.verify(database.dataSource(), TableNames.DEFAULT, List.of());
    }

    private static Chain verify(TestDatabase database, String node, Known... known) throws SQLException {
        return AuditVerification.verify(database.dataSource(), TableNames.DEFAULT, List.of(known)).stream()
                .filter(chain -> chain.nodeId().equals(node))
                .findFirst()
                .orElseThrow();
    }
}
