package dev.baton.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchWritesTest {

    private final List<Integer> written = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();

    private void write(List<Integer> batch) throws SQLException {
        if (batch.stream().anyMatch(number -> number < 0)) {
            throw new SQLException("negative", "22003");
        }
        written.addAll(batch);
    }

    @Test
    void everyCulpritIsFoundAndTheOthersAreWrittenInOrder() throws SQLException {
        BatchWrites.writeOrSplit(
                List.of(1, -2, 3, 4, 5, -6, 7),
                error -> error.getSQLState().startsWith("22"),
                this::write,
                (row, error) -> refused.add(row));

        assertThat(written).containsExactly(1, 3, 4, 5, 7);
        assertThat(refused).containsExactly(-2, -6);
    }

    @Test
    void whatIsNoFaultOfARowIsThrownAtOnce() {
        assertThatThrownBy(() -> BatchWrites.writeOrSplit(
                        List.of(1, -2), error -> false, this::write, (row, error) -> refused.add(row)))
                .hasMessage("negative");

        assertThat(written).isEmpty();
        assertThat(refused).isEmpty();
    }
}
