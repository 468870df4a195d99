package dev.baton.chaos.check;

import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.History;
import dev.baton.chaos.workload.Acknowledged;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the whole history, after the faults have healed and the nodes have ended, and says what was wrong. */
public final class Checker {

    private Checker() {}

    public static List<Finding> check(Cluster cluster, History history, Acknowledged acknowledged, List<Struck> faults)
            throws SQLException {
        Excuses excuses = Excuses.of(cluster);
        List<Finding> findings = new ArrayList<>();
        try (Connection connection = cluster.database().connect()) {
            Evidence evidence = new Evidence(
                    connection,
                    cluster.engine(),
                    history,
                    acknowledged,
                    faults,
                    excuses,
                    cluster.machine().steps());
            findings.addAll(new IntentCheck(evidence).findings());
            findings.add(new CallCheck(evidence).late());
            findings.addAll(new JobCheck(evidence).findings());
            findings.addAll(new FenceCheck(evidence).findings());
            findings.add(new GateCheck(evidence).overlaps());
            findings.addAll(new RegisterCheck(evidence).findings());
            findings.add(new RecoveryCheck(evidence).recovered());
        }
        return findings;
    }
}
