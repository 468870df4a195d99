package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Strategy;
import dev.baton.sql.Schema;
import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.StartContract;
import dev.baton.testkit.process.NodeProcess;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;

/** An H2 that several processes use, which have no lock in common while they change the schema. */
class H2ProcessesTest {

    private static final int PROCESSES = 4;
    private static final Strategy LEASE =
            new Strategy.Lease(Duration.ofSeconds(8), Duration.ofMillis(400), Duration.ofMillis(500));

    @Test
    void processesStartTogetherOnAnEmptyDatabase() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            for (int round = 0; round < StartContract.ROUNDS; round++) {
                startTogether(InetSocketAddress.createUnresolved("127.0.0.1", server.getPort()));
            }
        } finally {
            server.stop();
        }
    }

    private static void startTogether(InetSocketAddress server) throws Exception {
        try (H2Database empty = H2Database.on(server)) {
            LeaseTable tables = new LeaseTable(empty.dataSource());
            tables.update("CREATE TABLE acts (lease_epoch bigint, holder_id varchar(128))");
            List<NodeProcess> processes =
                    ConcurrentRuns.run(PROCESSES, i -> NodeProcess.start(empty, "n" + i, "role", "acts", LEASE));
            try {
                await("all stand for the role and one leads")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> processes.stream()
                                        .noneMatch(p -> p.holderId().isEmpty())
                                && processes.stream().anyMatch(p -> !p.gates().isEmpty()));
                assertThat(tables.rows("SELECT version FROM baton_schema", r -> r.getInt(1)))
                        .hasSize(Schema.LEADERSHIP.version());
                assertThat(tables.history("role"))
                        .extracting(LeaseTable.Line::event)
                        .containsExactly("acquired");
            } finally {
                processes.forEach(NodeProcess::close);
            }
        }
    }
}
