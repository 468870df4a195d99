package dev.baton.testkit.patroni;

import dev.baton.testkit.Installed;
import dev.baton.testkit.MariaDbServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Three PostgreSQL servers under Patroni with an etcd, on loopback, from the installed programs. A primary that is killed or
 * stands still is succeeded by a standby after {@value #TTL_SECONDS} seconds, which is how long Patroni waits here.
 *
 * <p>By the second version of etcd's interface: by the third, Patroni before 3.0.3, as Debian 12 has it, does not look whose the
 * leader's key is. A primary that was stopped and goes on writes its own name over its successor's, and is the primary again; what
 * the successor has committed is lost, under synchronous replication too (Patroni's pull request 2689).
 */
public final class PatroniCluster implements AutoCloseable {

    private static final int TTL_SECONDS = 8;
    private static final int SIZE = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Path folder;
    private final List<PatroniMember> members = new ArrayList<>();
    private Process etcd;
    private volatile boolean synchronous;

    private PatroniCluster(Path folder) {
        this.folder = folder;
    }

    /** Starts it; the test is skipped where one of the programs is not installed. */
    public static PatroniCluster start() {
        Path patroni = Installed.program("patroni", "patroni");
        Path etcd = Installed.program("etcd", "etcd-server");
        Path programs = Installed.file("postgresql-15", "/usr/lib/postgresql/15/bin");
        PatroniCluster cluster = new PatroniCluster(newFolder());
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "patroni-close"));
        try {
            int port = cluster.startEtcd(etcd);
            for (int i = 1; i <= SIZE; i++) {
                cluster.add("m" + i, patroni, programs, port);
            }
            cluster.awaitWhole();
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw new UncheckedIOException("Patroni did not start", e);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("baton-patroni");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for Patroni", e);
        }
    }

    private int startEtcd(Path program) throws IOException {
        int port = MariaDbServer.freePort();
        String clients = "http://127.0.0.1:" + port;
        String peers = "http://127.0.0.1:" + MariaDbServer.freePort();
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(),
                "--name=etcd",
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=etcd=" + peers,
                "--enable-v2=true",
                "--unsafe-no-fsync"); // its host never dies, and no test waits for a busy disk
        builder.environment().put("ETCD_UNSUPPORTED_ARCH", "arm64"); // which this version still asks for
        etcd = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("etcd.log").toFile())
                .start();
        return port;
    }

    private void add(String name, Path patroni, Path programs, int etcdPort) throws IOException {
        PatroniMember member =
                new PatroniMember(name, folder, patroni, MariaDbServer.freePort(), MariaDbServer.freePort());
        Files.writeString(folder.resolve(name + ".yml"), settings(member, programs, etcdPort));
        members.add(member);
        member.start();
    }

    private String settings(PatroniMember member, Path programs, int etcdPort) {
        return """
                scope: baton
                name: %1$s
                restapi: {listen: '127.0.0.1:%2$d', connect_address: '127.0.0.1:%2$d'}
                etcd: {host: '127.0.0.1:%3$d'}
                bootstrap:
                  dcs:
                    ttl: %4$d
                    loop_wait: 1
                    retry_timeout: 3
                    maximum_lag_on_failover: 1073741824
                    postgresql:
                      use_pg_rewind: true
                      parameters: {max_connections: 150, track_commit_timestamp: 'on', wal_keep_size: 512MB}
                  initdb: [encoding: UTF8, locale: C, auth: trust]
                postgresql:
                  listen: 127.0.0.1:%5$d
                  connect_address: 127.0.0.1:%5$d
                  data_dir: %6$s/%1$s
                  bin_dir: %7$s
                  pgpass: %6$s/%1$s.pgpass
                  remove_data_directory_on_rewind_failure: true
                  remove_data_directory_on_diverged_timelines: true
                  authentication:
                    superuser: {username: postgres, password: secret}
                    replication: {username: replicator, password: secret}
                    rewind: {username: postgres, password: secret}
                  parameters: {unix_socket_directories: '', timezone: Australia/Lord_Howe}
                  pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
                """.formatted(member.name(), member.control(), etcdPort, TTL_SECONDS, member.port(), folder, programs);
    }

    public List<PatroniMember> members() {
        return List.copyOf(members);
    }

    /** Who leads, as Patroni says; waits for one. */
    public PatroniMember primary() {
        return awaitPrimaryOtherThan(null);
    }

    /** Waits until another member leads. */
    public PatroniMember awaitPrimaryOtherThan(PatroniMember former) {
        return Awaitility.await("a primary")
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .until(
                        () -> members.stream()
                                .filter(member -> member != former && member.isPrimary())
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /**
     * Waits until one member leads and all others follow it, one of them synchronously if that was asked for. Who leads is asked
     * each time: on a busy machine the role may go on to the next member meanwhile.
     */
    public void awaitWhole() {
        try {
            Awaitility.await("one member leads and all others follow")
                    .atMost(PATIENCE)
                    .pollInterval(LOOK)
                    .until(this::isWhole);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(e.getMessage() + describe(), e);
        }
    }

    private boolean isWhole() {
        long leading = members.stream().filter(PatroniMember::isPrimary).count();
        long following = members.stream().filter(PatroniMember::isReplica).count();
        return leading == 1
                && following == members.size() - 1
                && synchronous == members.stream().anyMatch(PatroniMember::isSynchronous);
    }

    /** What each member says of itself, and the last it wrote, for whoever has to find out why they did not come together. */
    private String describe() {
        return members.stream().map(PatroniMember::describe).collect(Collectors.joining());
    }

    /** As an operator does: the primary steps down in order, and another takes its place. */
    public PatroniMember switchOver() {
        PatroniMember former = primary();
        int status = former.status("POST", "/switchover", "{\"leader\": \"" + former.name() + "\"}", PATIENCE);
        if (status != 200) {
            throw new IllegalStateException("Patroni answers a switchover with " + status);
        }
        return awaitPrimaryOtherThan(former);
    }

    /** Whether a commit is acknowledged only when a standby has it; returns when it is so. */
    public void synchronous(boolean yes) {
        primary().status("PATCH", "/config", "{\"synchronous_mode\": " + yes + "}");
        synchronous = yes;
        awaitWhole();
    }

    /** A URL of servers that listen on these ports, of which a driver takes whoever is the primary. */
    public static String url(List<Integer> ports) {
        return ports.stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(
                        ",", "jdbc:postgresql://", "/postgres?user=postgres&password=secret&targetServerType=primary"));
    }

    @Override
    public void close() {
        members.forEach(PatroniMember::kill);
        members.clear();
        if (etcd != null) {
            etcd.destroyForcibly().onExit().join();
        }
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear " + folder, e);
        }
    }
}
