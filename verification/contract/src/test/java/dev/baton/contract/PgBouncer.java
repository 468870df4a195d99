package dev.baton.contract;

import static org.awaitility.Awaitility.await;

import dev.baton.testkit.Installed;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A PgBouncer in transaction mode before a test database. */
final class PgBouncer implements AutoCloseable {

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The test is skipped where it is not installed. */
    static PgBouncer start(Path folder, PostgresDatabase database) throws IOException {
        int port = freePort();
        Path config = Files.createTempFile("pgbouncer", ".ini");
        Files.writeString(config, settings(port, database));
        config.toFile().setReadable(true, false);
        List<String> command = new ArrayList<>(
                List.of(Installed.program("pgbouncer", "pgbouncer").toString()));
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("-u", "nobody")); // it refuses to run as root
        }
        command.add(config.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                .start();
        await("the pooler listens").atMost(TestPatience.LONGEST_WAIT).until(() -> answers(port));
        return new PgBouncer(process, port);
    }

    private static String settings(int port, PostgresDatabase database) {
        return String.join(
                "\n",
                "[databases]",
                "pooled = host=127.0.0.1 port=" + database.server().port() + " dbname=" + database.name()
                        + " user=postgres",
                "[pgbouncer]",
                "listen_addr = 127.0.0.1",
                "listen_port = " + port,
                "unix_socket_dir =",
                "auth_type = any",
                "pool_mode = transaction",
                "default_pool_size = 20",
                "ignore_startup_parameters = extra_float_digits",
                "");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Without server-side prepared statements, which do not survive transaction mode. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/pooled?user=postgres&prepareThreshold=0";
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
