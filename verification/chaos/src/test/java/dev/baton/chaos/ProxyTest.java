package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.chaos.proxy.Proxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxyTest {

    private static final int PATIENCE = 30_000;
    private static final int MOMENT = 200;

    private ServerSocket listener;
    private Proxy proxy;
    private Socket node;
    private Socket database;

    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        proxy = new Proxy(listener.getLocalPort());
        node = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        database = listener.accept();
        node.setSoTimeout(PATIENCE);
        database.setSoTimeout(PATIENCE);
        say(node, "!");
        assertThat(hear(database, 1)).as("the proxy knows the connection").isEqualTo("!");
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        node.close();
        database.close();
        listener.close();
    }

    @Test
    void passesOnWhatIsSaid() throws IOException {
        say(node, "question");
        assertThat(hear(database, 8)).isEqualTo("question");
        say(database, "answer");
        assertThat(hear(node, 6)).isEqualTo("answer");
    }

    @Test
    void cutsJustAfterACommitWentOut() throws IOException {
        proxy.cutAfterCommit(1);
        say(node, "COMMIT\0");
        assertThat(hear(database, 7)).isEqualTo("COMMIT\0");
        assertThat(node.getInputStream().read()).isEqualTo(-1);
        assertThat(proxy.commitsToCut()).isZero();
    }

    @Test
    void cutsTheDatabasesSideAlone() throws IOException {
        proxy.cutDatabaseSide();
        assertThat(database.getInputStream().read()).isEqualTo(-1);
        node.setSoTimeout(MOMENT);
        assertThatThrownBy(() -> node.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void whatWasUnderWayArrivesThoughTheDatabasesSideIsCut() throws IOException {
        proxy.delayAnswers(10 * MOMENT);
        say(database, "answer");
        node.setSoTimeout(MOMENT);
        assertThatThrownBy(() -> node.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        node.setSoTimeout(PATIENCE);
        proxy.cutDatabaseSide();
        assertThat(hear(node, 6)).isEqualTo("answer");
    }

    @Test
    void whatIsSaidIntoSilenceArrivesAfterwards() throws IOException {
        proxy.silence(true);
        say(node, "question");
        database.setSoTimeout(MOMENT);
        assertThatThrownBy(() -> database.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        database.setSoTimeout(PATIENCE);
        proxy.heal();
        assertThat(hear(database, 8)).isEqualTo("question");
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String hear(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }
}
