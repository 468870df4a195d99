package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three MariaDB servers that are one Galera cluster, on loopback, from the installed programs. */
public final class GaleraCluster implements AutoCloseable {

    private static final int SIZE = 3;

    /** Nobody is taken for dead because a busy machine stood still. */
    private static final String PATIENT = "--wsrep-provider-options=evs.suspect_timeout=PT60S;"
            + "evs.inactive_timeout=PT90S;evs.install_timeout=PT90S;";

    private final List<MariaDbServer> servers = new ArrayList<>();

    private GaleraCluster() {}

    /** Starts them; the test is skipped where MariaDB or Galera is not installed. */
    public static GaleraCluster start() {
        return start(PATIENT);
    }

    /** The same for whoever kills servers: one that is gone is given up after the usual seconds. */
    public static GaleraCluster startUsual() {
        return start("--wsrep-provider-options=");
    }

    private static GaleraCluster start(String patience) {
        MariaDbServer.require();
        Path library =
                Installed.file("galera-4", "/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so");
        GaleraCluster cluster = new GaleraCluster();
        try {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < SIZE; i++) {
                ports.add(MariaDbServer.freePort());
            }
            String members = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
            for (int i = 0; i < SIZE; i++) {
                List<String> once = i == 0 ? List.of("--wsrep-new-cluster") : List.of();
                cluster.servers.add(MariaDbServer.start(options(library, patience, ports.get(i), members), once));
            }
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw new UncheckedIOException("no port for Galera", e);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static List<String> options(Path library, String patience, int port, String members) throws IOException {
        return List.of(
                "--wsrep-on=ON",
                "--wsrep-provider=" + library,
                "--wsrep-cluster-address=gcomm://" + members,
                "--wsrep-node-address=127.0.0.1:" + port,
                patience + "gcache.size=16M;gmcast.listen_addr=tcp://127.0.0.1:" + port + ";ist.recv_addr=127.0.0.1:"
                        + MariaDbServer.freePort(),
                "--wsrep-sst-method=rsync",
                "--wsrep-sst-receive-address=127.0.0.1:" + MariaDbServer.freePort(),
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2");
    }

    /** How many servers there are. */
    public int size() {
        return servers.size();
    }

    /** One of the servers; every number has one. */
    public MariaDbServer server(int number) {
        return servers.get(Math.floorMod(number, servers.size()));
    }

    @Override
    public void close() {
        IntStream.range(0, servers.size()).forEach(i -> servers.get(i).close());
        servers.clear();
    }
}
