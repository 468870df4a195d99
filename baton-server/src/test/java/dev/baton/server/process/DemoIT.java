package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {

    private static final Pattern KILLED = Pattern.compile("killing (demo-\\d), which leads");
    private static final String LEADS = "(demo-\\d) \\(epoch \\d+\\) leads submission-manager-executor";

    @TempDir
    private Path folder;

    @Test
    void aLeaderIsKilledAndReplacedAndAllEndsCleanly() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                BatonProcess demo = BatonProcess.start(
                        "demo",
                        "--nodes",
                        "2",
                        "--kill-every",
                        "5",
                        "--port",
                        Integer.toString(taken.getLocalPort()),
                        "--data",
                        folder.resolve("demo").toString())) {
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> KILLED.matcher(demo.out()).find());
            Matcher killed = KILLED.matcher(demo.out());
            assertThat(killed.find()).isTrue();
            Pattern other = Pattern.compile(
                    LEADS.replace("demo-\\d", "demo-(?!" + killed.group(1).charAt(5) + ")\\d"));
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() ->
                            other.matcher(demo.out().substring(killed.end())).find());

            assertThat(demo.terminate()).isZero();

            assertThat(demo.out()).contains("ending");
            List<ProcessHandle> left = ProcessHandle.allProcesses()
                    .filter(process -> process.info()
                            .commandLine()
                            .filter(line -> line.contains(folder.toString()))
                            .isPresent())
                    .toList();
            assertThat(left)
                    .as("neither nodes nor the database are left behind")
                    .isEmpty();
        }
    }
}
