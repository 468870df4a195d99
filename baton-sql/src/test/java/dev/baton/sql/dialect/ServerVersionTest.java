package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ServerVersionTest {

    @Test
    void comparesNumbersAndNotTexts() {
        ServerVersion oldest = new ServerVersion(10, 6);
        assertThat(ServerVersion.of("10.11.19-MariaDB-0+deb12u1").isAtLeast(oldest))
                .isTrue();
        assertThat(ServerVersion.of("10.6.0-MariaDB").isAtLeast(oldest)).isTrue();
        assertThat(ServerVersion.of("11.0.2-MariaDB").isAtLeast(oldest)).isTrue();
        assertThat(ServerVersion.of("10.5.29-MariaDB").isAtLeast(oldest)).isFalse();
        assertThat(ServerVersion.of("9.7.4-2").isAtLeast(new ServerVersion(8, 0)))
                .isTrue();
    }

    /** Its statements are other versions' guesses; and no version at all is none that was seen. */
    @Test
    void babelfishOlderThanWhatWasSeenIsRefused() {
        assertThat(BabelfishDialect.unfit("4.3.0")).isEmpty();
        assertThat(BabelfishDialect.unfit("5.6.0")).isEmpty();
        assertThat(BabelfishDialect.unfit("3.10.0").orElseThrow()).contains("'3.10.0' is too old", "version 4");
        assertThat(BabelfishDialect.unfit("").orElseThrow()).contains("too old");
    }

    @Test
    void refusesWhatIsNoVersion() {
        assertThatThrownBy(() -> ServerVersion.of("MariaDB")).hasMessageContaining("is not a version");
    }
}
