package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.server.KeyTool;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.support.Threads;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ServerSocketFactory;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that is away is waited for. One that will never let us in is told of at once, in its own words. */
class UnusableDatabaseTest {

    private static final String SQL_SERVER = "jdbc:sqlserver://localhost:%d;encrypt=strict";
    private static final String POSTGRES = "jdbc:postgresql://localhost:%d/baton?sslmode=require&sslNegotiation=direct"
            + "&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory";

    @TempDir
    private Path folder;

    private static void refused(String url, String... words) {
        Configuration configuration =
                new ConfigReader(Map.of(), Map.of("database.url", url, "node.id", "n1")).read(Optional.empty());
        assertThatThrownBy(() ->
                        new Node(configuration, configuration.database().url().orElseThrow()).close())
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining("check database.url");
    }

    @Test
    void postgres() {
        String url = PostgresDatabase.fresh().url();
        refused(url.replace("user=postgres", "user=ada"), "ada");
        refused(url.replaceFirst("/[^/?]*\\?", "/no_such_database?"), "no_such_database");
        refused(url + "&sslmode=require", "SSL");
    }

    /** The server makes its own certificate. */
    @Test
    void mySql() throws Exception {
        try (GivenDatabase database = GivenDatabase.mySqlByMariaDbsDriver()) {
            String url = database.url();
            refused(url.replaceFirst("password=[^&]*", "password=wrong"), "Access denied");
            refused(url.replaceFirst("/[^/?]*\\?", "/no_such_database?"), "no_such_database");
            refused(url.replace("&sslMode=trust", ""), "ertificates");
            String another = url.replace("sslMode=trust", "sslMode=verify-ca&serverSslCert=" + certificate());
            refused(another, "sslMode=trust");
            String unencrypted = url.replaceFirst("password=[^&]*&sslMode=trust", "password=wrong&sslMode=disable");
            refused(unencrypted, "serverRsaPublicKeyFile");
            refused(unencrypted + "&allowPublicKeyRetrieval=true", "Access denied");
        }
    }

    private Path certificate() throws Exception {
        byte[] certificate = KeyTool.certificate(KeyTool.key(folder.resolve("another.p12"), "CN=another"))
                .getEncoded();
        String pem = "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate)
                + "\n-----END CERTIFICATE-----\n";
        return Files.writeString(folder.resolve("another.pem"), pem);
    }

    /** A driver that begins with TLS comes no further on any server with such a certificate, so nothing need be behind it. */
    @ParameterizedTest
    @ValueSource(strings = {SQL_SERVER, POSTGRES})
    void aCertificateThatNobodyHasSigned(String url) throws Exception {
        Path key = KeyTool.key(folder.resolve("key.p12"), "CN=localhost");
        try (Attempts attempts = new Attempts(KeyTool.server(key, key).getServerSocketFactory())) {
            refused(String.format(url, attempts.port()), "certification path", "trustServerCertificate=true");
        }
    }

    /** What a server answers that has older versions alone. */
    @ParameterizedTest
    @ValueSource(strings = {SQL_SERVER, POSTGRES})
    void aVersionOfTlsThatThisJavaDoesNotHave(String url) throws Exception {
        byte[] refused = {21, 3, 1, 0, 2, 2, 70}; // fatal: protocol_version
        try (Attempts attempts = new Attempts(ServerSocketFactory.getDefault(), refused)) {
            refused(String.format(url, attempts.port()), "protocol_version", "have not agreed on TLS", "1.2 or 1.3");
        }
    }

    @Test
    void aFileOfTrustedSignersThatIsNotThere() throws Exception {
        try (Attempts attempts = new Attempts(ServerSocketFactory.getDefault())) {
            String url = "jdbc:postgresql://localhost:%d/baton?sslmode=verify-full&sslNegotiation=direct&sslrootcert="
                    + folder.resolve("nowhere.crt");
            refused(String.format(url, attempts.port()), "sslrootcert=FILE");
        }
    }

    /** A network does that, and a server that is just being stopped. */
    @ParameterizedTest
    @ValueSource(strings = {SQL_SERVER, POSTGRES})
    void oneWhoIsCutOffIsNotRefused(String url) throws Exception {
        try (Attempts attempts = new Attempts(ServerSocketFactory.getDefault())) {
            Login login = new Login(String.format(url, attempts.port()), Optional.empty(), Optional.empty(), "");
            DataSource source = DataSources.plain(login);
            SQLException error = catchThrowableOfType(SQLException.class, source::getConnection);
            assertThatCode(() -> DataSources.refuseUnlessPassing(error)).doesNotThrowAnyException();
        }
    }

    /** Takes connections, reads the first bytes, answers, and ends them. */
    private static final class Attempts implements AutoCloseable {

        private final ServerSocket socket;
        private final byte[] answer;

        Attempts(ServerSocketFactory factory, byte... answer) throws IOException {
            this.answer = answer;
            this.socket = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Threads.daemon("attempts", this::takeAll).start();
        }

        int port() {
            return socket.getLocalPort();
        }

        private void takeAll() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    client.getInputStream().read(new byte[4096]);
                    client.getOutputStream().write(answer);
                } catch (IOException e) {
                    // the client has seen our certificate, or the test is over
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void mariaDb() {
        String url = MariaDbDatabase.fresh().url();
        refused(url.replace("user=root", "user=ada&password=wrong"), "ada");
        refused(url.replaceFirst("/[^/?]*\\?", "/no_such_database?"), "no_such_database");
        refused(url.replace("&sslMode=disable", ""), "sslMode=disable");
    }
}
