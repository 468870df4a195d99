package dev.baton.server.store;

import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.sql.schema.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Goes through the audit trail of a database from outside: checks it, hands it out, removes what is too old. */
public final class AuditVerification {

    private static final int PAGE = 1_000;
    private static final int MOST_FINDINGS = 100;
    private static final Duration BOUND = Duration.ofMinutes(5);

    private AuditVerification() {}

    /**
     * One chain, as it was found.
     *
     * @param lines how many are there
     * @param lastLine the number of the last one
     * @param lastHash its hash: noted elsewhere, it proves later that nothing before it was changed since
     * @param prunedLines how many retention has removed from its beginning
     * @param findings what is wrong, with the number of the line
     */
    public record Chain(
            String nodeId, long lines, long lastLine, String lastHash, long prunedLines, List<String> findings) {}

    /** A line as somebody has noted it, out of reach of who can write the database. */
    public record Known(String nodeId, long line, String hash) {

        /** @throws IllegalArgumentException if it is not {@code NODE:LINE:HASH} */
        public static Known parse(String text) {
            String[] parts = text.split(":", -1);
            if (parts.length != 3 || !parts[1].matches("\\d{1,18}")) {
                throw new IllegalArgumentException("'" + text + "' is not NODE:LINE:HASH");
            }
            return new Known(parts[0], Long.parseLong(parts[1]), parts[2]);
        }
    }

    private static <T> T use(DataSource source, TableNames tables, Connections.Use<SqlCatalog, T> use)
            throws SQLException {
        return Connections.<T, SQLException>useBorrowed(
                source,
                BOUND,
                c -> use.apply(new SqlCatalog(ServerSql.SUBJECTS, Dialects.of(c).folders(), tables), c));
    }

    /** Every chain, checked from where pruning ended to where its row says that it ends. */
    public static List<Chain> verify(DataSource source, TableNames tables, List<Known> known) throws SQLException {
        return use(source, tables, (sql, c) -> {
            List<Chain> chains = new ArrayList<>();
            for (AuditChain chain : AuditChain.all(sql, c)) {
                chains.add(verify(sql, c, chain, known));
            }
            known.stream()
                    .map(Known::nodeId)
                    .distinct()
                    .filter(node ->
                            chains.stream().noneMatch(chain -> chain.nodeId().equals(node)))
                    .forEach(node -> chains.add(broken(node, "this chain was noted, and there is none")));
            for (String node : sql.get("chain-strays").plain().all(c, row -> row.getString(1))) {
                chains.add(broken(node, "there are lines, and their chain's row is gone"));
            }
            return chains;
        });
    }

    private static Chain broken(String node, String finding) {
        return new Chain(node, 0, 0, "", 0, List.of(finding));
    }

    private static Chain verify(SqlCatalog sql, Connection c, AuditChain chain, List<Known> known) throws SQLException {
        Walk walk = new Walk(chain, known);
        pages(sql, c, chain.nodeId(), 0, walk::next);
        Chain found = walk.end();
        if (!found.findings().isEmpty()) { // lines may have been pruned meanwhile
            for (AuditChain again : AuditChain.all(sql, c)) {
                if (again.nodeId().equals(chain.nodeId()) && again.prunedNumber() != chain.prunedNumber()) {
                    return verify(sql, c, again, known);
                }
            }
        }
        return found;
    }

    private static void pages(SqlCatalog sql, Connection c, String node, long after, Consumer<AuditLine> each)
            throws SQLException {
        long last = after;
        List<AuditLine> page;
        do {
            page = sql.get("trail-page")
                    .set("node", node)
                    .set("after", last)
                    .set("at_most", PAGE)
                    .all(c, AuditLine::read);
            page.forEach(each);
            last = page.isEmpty() ? last : page.get(page.size() - 1).number();
        } while (page.size() == PAGE);
    }

    /** Goes along a chain, line by line. */
    private static final class Walk {
        private final AuditChain chain;
        private final Map<Long, String> known = new HashMap<>();
        private final List<String> findings = new ArrayList<>();
        private long number;
        private String hash;
        private long lines;

        Walk(AuditChain chain, List<Known> noted) {
            this.chain = chain;
            noted.stream()
                    .filter(one -> one.nodeId().equals(chain.nodeId()) && one.line() > chain.prunedNumber())
                    .forEach(one -> known.put(one.line(), one.hash()));
            this.number = chain.prunedNumber();
            this.hash = chain.prunedHash();
        }

        /** What was written after the chain's row was read is not looked at. */
        void next(AuditLine line) {
            if (line.number() > chain.lastNumber()) {
                return;
            }
            lines++;
            if (line.number() <= number) {
                add("line " + line.number() + " should have been pruned and is there");
                return;
            }
            if (line.number() > number + 1) {
                missing(number + 1, line.number() - 1);
            } else if (!line.hash().equals(line.hashAfter(hash))) {
                add("line " + line.number() + " does not fit its hash: it was changed, or the line before it");
            }
            number = line.number();
            hash = line.hash();
            String noted = known.remove(number);
            if (noted != null && !noted.equals(hash)) {
                add("line " + number + " is not the one that was noted: the chain was written anew");
            }
        }

        Chain end() {
            if (number < chain.lastNumber()) {
                missing(number + 1, chain.lastNumber());
            } else if (!hash.equals(chain.lastHash())) {
                add("line " + number + " does not fit the end of its chain: it was changed, or the end was");
            }
            known.keySet().stream()
                    .sorted()
                    .forEach(line -> add("line " + line + " was noted and is missing: the chain was written anew"));
            return new Chain(
                    chain.nodeId(), lines, chain.lastNumber(), chain.lastHash(), chain.prunedNumber(), findings);
        }

        private void missing(long first, long last) {
            add(first == last ? "line " + first + " is missing" : "lines " + first + " to " + last + " are missing");
        }

        private void add(String finding) {
            if (findings.size() < MOST_FINDINGS) {
                findings.add(finding);
            }
        }
    }

    /** Hands out every line, chain by chain, those first that programs of before have written. */
    public static void export(DataSource source, TableNames tables, Consumer<AuditLine> each) throws SQLException {
        use(source, tables, (sql, c) -> {
            AuditLog.unchained(sql, c, Integer.MAX_VALUE).forEach(each);
            for (AuditChain chain : AuditChain.all(sql, c)) {
                pages(sql, c, chain.nodeId(), 0, each);
            }
            return null;
        });
    }

    /** Removes what is older, election events too, with an account that may; chunk by chunk, as servers do. */
    public static int prune(DataSource source, TableNames tables, Duration age) throws SQLException {
        return use(source, tables, (sql, c) -> {
            int pruned = 0;
            for (OldRows rows : OldRows.ofAudit(AuditChain.all(sql, c), age)) {
                OldRows.Chunk chunk;
                do {
                    chunk = Transactions.<OldRows.Chunk, SQLException>inTransaction(
                            c, tx -> rows.removal().remove(sql, tx, OldRows.AT_ONCE));
                    pruned += chunk.removed();
                } while (chunk.more());
            }
            return pruned;
        });
    }
}
