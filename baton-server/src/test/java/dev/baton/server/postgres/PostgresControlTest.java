package dev.baton.server.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresControlTest {

    @TempDir
    private Path folder;

    private PostgresControl control() {
        return new PostgresControl(DataFolder.open(folder), folder.resolve("none"));
    }

    @Test
    void aDatabaseThatCannotGoOnWhereItsUsersLookForItSaysWhatToDo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(folder.resolve("port"), Integer.toString(taken.getLocalPort()));
            assertThatThrownBy(() -> control().restart())
                    .isInstanceOf(PostgresException.class)
                    .hasMessageContainingAll(
                            "port " + taken.getLocalPort(),
                            "is not free: end what has it",
                            "or end all processes that use the folder");
        }
        Files.delete(folder.resolve("port"));
        assertThatThrownBy(() -> control().restart())
                .isInstanceOf(PostgresException.class)
                .hasMessageContainingAll("is not on record", "end all processes");
    }
}
