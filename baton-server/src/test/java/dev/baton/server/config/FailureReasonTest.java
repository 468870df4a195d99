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

class FailureReasonTest {

    @Test
    void aPathAloneIsNoReason() {
        Throwable gone = catchThrowable(() -> Files.readString(Path.of("nowhere")));
        assertThat(FailureReason.of(gone)).isEqualTo("nowhere: no such file");
    }

    @Test
    void whatTheSystemSaidIsKept() {
        assertThat(FailureReason.of(new FileSystemException("a", null, "No space left on device")))
                .isEqualTo("a: No space left on device");
        assertThat(FailureReason.of(new IOException("Mount point not found"))).isEqualTo("Mount point not found");
    }

    @Test
    void theCauseSpeaksForAnExceptionWithoutWords() {
        Throwable silent = new ConnectException().initCause(new ConnectException("Connection refused"));
        assertThat(FailureReason.of(silent)).isEqualTo("Connection refused");
        assertThat(FailureReason.of(new ConnectException())).isEqualTo("connect");
        assertThat(FailureReason.of(new SQLException("It failed.", new IOException("Network is unreachable"))))
                .isEqualTo("It failed. Network is unreachable");
    }
}
