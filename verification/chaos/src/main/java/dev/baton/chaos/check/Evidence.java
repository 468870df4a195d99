package dev.baton.chaos.check;

import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.History;
import dev.baton.chaos.node.Engine;
import dev.baton.chaos.workload.Acknowledged;
import java.sql.Connection;
import java.util.List;

/**
 * All that the checks look at.
 *
 * @param stepped whether the database's clock was stepped: then its stamps tell no order, and strategy {@code lease}
 *     promises less
 */
record Evidence(
        Connection database,
        Engine engine,
        History history,
        Acknowledged acknowledged,
        List<Struck> faults,
        Excuses excuses,
        boolean stepped) {}
