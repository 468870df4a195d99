package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ReasonTest {

    @Test
    void aPathAloneIsNoReason() {
        Throwable gone = catchThrowable(() -> Files.readString(Path.of("nowhere")));
        assertThat(Reason.of(gone)).isEqualTo("nowhere: no such file");
    }

    @Test
    void whatTheSystemSaidIsKept() {
        assertThat(Reason.of(new FileSystemException("a", null, "No space left on device")))
                .isEqualTo("a: No space left on device");
        assertThat(Reason.of(new IOException("Mount point not found"))).isEqualTo("Mount point not found");
    }

    @Test
    void theCauseSpeaksForAnExceptionWithoutWords() {
        Throwable silent = new ConnectException().initCause(new ConnectException("Connection refused"));
        assertThat(Reason.of(silent)).isEqualTo("Connection refused");
        assertThat(Reason.of(new ConnectException())).isEqualTo("connect");
        assertThat(Reason.of(new SQLException("It failed.", new IOException("Network is unreachable"))))
                .isEqualTo("It failed. Network is unreachable");
    }
}
