package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Names;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Processes on one machine have names of their own, without being asked. */
class HostNodeNameTest {

    private final String cluster = UUID.randomUUID().toString();
    private final String host = HostNodeName.hostName();

    @Test
    void theFirstIsCalledLikeTheHostAndTheNextHasANumber() {
        try (HostNodeName first = HostNodeName.take(cluster)) {
            assertThat(first.name()).isEqualTo(host);
            try (HostNodeName second = HostNodeName.take(cluster);
                    HostNodeName third = HostNodeName.take(cluster)) {
                assertThat(second.name()).isEqualTo(host + "~2");
                assertThat(third.name()).isEqualTo(host + "~3");
            }
            try (HostNodeName again = HostNodeName.take(cluster)) {
                assertThat(again.name()).as("a name that was given back").isEqualTo(host + "~2");
            }
        }
    }

    @Test
    void anotherClusterOnThisMachineCountsForItself() {
        try (HostNodeName one = HostNodeName.take(cluster);
                HostNodeName other = HostNodeName.take(cluster + "-other")) {
            assertThat(one.name()).isEqualTo(host);
            assertThat(other.name()).isEqualTo(host);
        }
    }

    @Test
    void manyAtOnceNeverGetTheSame() throws Exception {
        int many = 8;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        CyclicBarrier together = new CyclicBarrier(many);
        Callable<HostNodeName> take = () -> {
            together.await();
            return HostNodeName.take(cluster);
        };
        List<HostNodeName> seats = new ArrayList<>();
        try {
            for (Future<HostNodeName> seat : threads.invokeAll(Collections.nCopies(many, take))) {
                seats.add(seat.get());
            }
            assertThat(seats).extracting(HostNodeName::name).doesNotHaveDuplicates();
        } finally {
            seats.forEach(HostNodeName::close);
            threads.shutdownNow();
        }
    }

    @Test
    void whoIsKilledLeavesItsNameToTheNextAtOnce() throws Exception {
        Process process = process();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo(host);
            try (HostNodeName meanwhile = HostNodeName.take(cluster)) {
                assertThat(meanwhile.name()).as("while the other process lives").isEqualTo(host + "~2");
            }
            process.destroyForcibly();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            try (HostNodeName next = HostNodeName.take(cluster)) {
                assertThat(next.name()).isEqualTo(host);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** Whatever clears away temporary files does not ask whether a file is locked. */
    @Test
    void aNameIsKeptAlthoughItsFileWasRemoved() throws Exception {
        try (HostNodeName first = HostNodeName.take(cluster)) {
            assertThat(Files.deleteIfExists(first.file())).isTrue();
            first.keep();
            Process process = process();
            try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
                assertThat(said.readLine()).isEqualTo(host + "~2");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void aFileThatIsKeptIsYoung() throws Exception {
        FileTime old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        try (HostNodeName seat = HostNodeName.take(cluster)) {
            Files.setLastModifiedTime(seat.file(), old);
            seat.keep();
            assertThat(Files.getLastModifiedTime(seat.file())).isGreaterThan(old);
        }
    }

    /** As of a machine that is really called so. */
    @Test
    void theSecondOnAMachineIsNotCalledLikeAnyMachine() {
        try (HostNodeName first = HostNodeName.take(cluster);
                HostNodeName second = HostNodeName.take(cluster)) {
            assertThat(first.name()).isEqualTo(host);
            assertThat(second.name().substring(host.length())).doesNotMatch("[A-Za-z0-9._-]*");
            assertThat(Names.node(second.name())).isEqualTo(second.name());
        }
    }

    @Test
    void aStartThatFailsGivesItsNameBack() {
        for (Throwable failure : List.of(new IllegalStateException("no"), new NoClassDefFoundError("no"))) {
            DataSource failing = proxy(
                    DataSource.class,
                    () -> proxy(Connection.class, () -> {
                        throw failure;
                    }));
            assertThatThrownBy(() -> Baton.on(failing).hostNode(cluster).start())
                    .isInstanceOf(failure.getClass());
            try (HostNodeName next = HostNodeName.take(cluster)) {
                assertThat(next.name()).isEqualTo(host);
            }
        }
    }

    /** What each call of something does. */
    private interface Behaviour {
        Object call() throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Behaviour behaviour) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "isWrapperFor" -> false;
                    default -> behaviour.call();
                }));
    }

    private Process process() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        cluster)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Takes a name, says it, and waits to be killed. */
    static final class OtherProcess {
        public static void main(String[] arguments) throws IOException {
            HostNodeName seat = HostNodeName.take(arguments[0]);
            System.out.println(seat.name());
            int end = System.in.read();
            seat.close();
            System.exit(end);
        }
    }
}
