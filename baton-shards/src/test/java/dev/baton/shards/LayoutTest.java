package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.Installed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key's shard, by the vectors that the guide gives to users of other languages: they may never change. */
class LayoutTest {

    private static final Path GUIDE = Path.of("../docs/guides/shards.md");
    private static final Pattern VECTOR =
            Pattern.compile("(?m)^\\| `([^`]*)` \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|$");

    @Test
    void theVectorsOfTheGuideHold() throws IOException {
        List<MatchResult> vectors =
                VECTOR.matcher(Files.readString(GUIDE)).results().toList();
        assertThat(vectors).hasSizeGreaterThanOrEqualTo(8);
        for (MatchResult vector : vectors) {
            String key = vector.group(1);
            assertThat(new Layout(1, 3).shardOf(key)).as(key).isEqualTo(Integer.parseInt(vector.group(3)));
            assertThat(new Layout(1, 16).shardOf(key)).as(key).isEqualTo(Integer.parseInt(vector.group(4)));
            assertThat(new Layout(1, 64).shardOf(key)).as(key).isEqualTo(Integer.parseInt(vector.group(5)));
            assertThat(new Layout(1, 1000).shardOf(key)).as(key).isEqualTo(Integer.parseInt(vector.group(6)));
        }
    }

    /** What the guide gives to programs in other languages, word for word. */
    @Test
    void otherLanguagesSayTheSame() throws Exception {
        String sh = snippet("sh");
        String python = "import hashlib, sys\nkey = sys.stdin.buffer.read().decode()\nshards = 1000\nprint("
                + snippet("python") + ")";
        for (MatchResult vector :
                VECTOR.matcher(Files.readString(GUIDE)).results().toList()) {
            String key = vector.group(1);
            assertThat(said(key, "sh", "-c", "BATON_SHARDS=1000\nkey=$(cat)\n" + sh))
                    .as(key)
                    .isEqualTo(vector.group(6));
            assertThat(said(key, Installed.program("python3", "python3").toString(), "-c", python))
                    .as(key)
                    .isEqualTo(vector.group(6));
        }
    }

    private static String snippet(String language) throws IOException {
        String from = "In other languages, each run against this table";
        String guide = Files.readString(GUIDE);
        String fence = "```" + language + "\n";
        int begin = guide.indexOf(fence, guide.indexOf(from)) + fence.length();
        return guide.substring(begin, guide.indexOf("\n```", begin));
    }

    /** Keys go in as bytes: arguments are in the letters of the machine. */
    private static String said(String key, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(key.getBytes(StandardCharsets.UTF_8));
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** The same as in the guide, in case both are changed together. */
    @Test
    void aFewVectorsAreKnownHereToo() {
        assertThat(new Layout(1, 64).shardOf("order-1")).isEqualTo(33);
        assertThat(new Layout(7, 1000).shardOf("Grüße")).isEqualTo(719);
        assertThat(new Layout(1, 1).shardOf("")).isZero();
        assertThat(new Layout(1, 64).shardOf("order-1".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(33);
    }

    @Test
    void keysAreSpread() {
        int[] counts = new int[64];
        for (int key = 0; key < 64_000; key++) {
            counts[new Layout(1, 64).shardOf("order-" + key)]++;
        }
        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(800);
        assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThan(1200);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1025})
    void refusesANumberThatCannotBe(int shards) {
        assertThatThrownBy(() -> new Layout(1, shards)).hasMessageContaining("between 1 and 1024");
    }
}
