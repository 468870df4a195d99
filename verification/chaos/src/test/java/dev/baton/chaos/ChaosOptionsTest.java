package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code --shards} cannot do is said, and not left undone. */
class ChaosOptionsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--shards --faults kill | --faults is for nodes of the server",
                "--shards 8 --engine mariadb | --engine is for nodes of the server",
                "--shards --hostile | --hostile is for nodes of the server",
                "--shards 1 | --shards is 1: it must be 2 to 512",
                "--shards 513 | --shards is 513",
                "--shards --nodes 1 | --nodes is 1"
            })
    void whatShardsDoNotKnowIsRefused(String arguments, String said) {
        StringWriter errors = new StringWriter();
        Path nothing = folder.resolve("nothing");
        int exit = new CommandLine(new Chaos())
                .setErr(new PrintWriter(errors))
                .execute((arguments + " --folder " + nothing).split(" "));
        assertThat(exit).isEqualTo(2);
        assertThat(errors.toString()).contains(said);
        assertThat(nothing).doesNotExist();
    }
}
