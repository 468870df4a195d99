package dev.baton.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectAttemptsTest {

    private final ConnectAttempts attempts = new ConnectAttempts();

    private List<Runnable> allHang() throws InterruptedException {
        List<Runnable> hanging = new ArrayList<>();
        for (int i = 0; i < ConnectAttempts.AT_ONCE; i++) {
            hanging.add(attempts.begin(Duration.ZERO));
        }
        return hanging;
    }

    /** Behind the same address there may be a server that answers by now. */
    @Test
    void whenAllHangOneMoreIsLetThroughNowAndThen() throws InterruptedException {
        assertThat(allHang()).doesNotContainNull();

        assertThat(attempts.begin(Duration.ZERO)).isNotNull();
        assertThat(attempts.begin(Duration.ZERO)).isNull();
    }

    /** Takes the half minute that it is about. */
    @Test
    void afterARecessAnotherIsLetThrough() throws InterruptedException {
        allHang();
        assertThat(attempts.begin(Duration.ZERO)).isNotNull();
        Runnable another = null;
        for (int asked = 0; another == null && asked < 1_800; asked++) {
            another = attempts.begin(Duration.ofMillis(100));
        }
        assertThat(another).isNotNull();
    }

    @Test
    void whoeverEndsMakesRoom() throws InterruptedException {
        List<Runnable> hanging = allHang();
        attempts.begin(Duration.ZERO);

        hanging.get(0).run();
        assertThat(attempts.begin(Duration.ZERO)).isNotNull();
        assertThat(attempts.begin(Duration.ZERO)).isNull();
    }
}
