package dev.baton.server.postgres;

import dev.baton.server.config.FailureReason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs: carried along, unpacked into the data folder once for each edition. A new minor version brings other
 * programs, and a database of the same major version runs with them as it is.
 */
final class PostgresBinaries {

    /** The major version that this program brings along. */
    static final String MAJOR = "18";

    private static final String SYSTEM = System.getProperty("os.name");
    private static final String ENDING = SYSTEM.startsWith("Windows") ? ".exe" : "";

    private static final String FOLDER = "runtime-" + MAJOR;

    private PostgresBinaries() {}

    /** The folder with {@code bin} in it. Only to be called by one process at a time. */
    static Path unpack(DataFolder folder) {
        Path ready = folder.path(FOLDER + "-" + Edition.OURS);
        if (!Files.isDirectory(ready)) {
            unpack(folder, ready);
        }
        if (!Files.isExecutable(ready.resolve("bin").resolve("initdb" + ENDING))) {
            throw new PostgresException("no program may run in " + folder.root()
                    + " (is it mounted noexec?): choose another folder with --data, or name a database with --db");
        }
        return ready;
    }

    /** Removes the programs of other editions; only while the database does not run. */
    static void removeOthers(DataFolder folder) throws IOException {
        try (Stream<Path> children = Files.list(folder.root())) {
            for (Path child :
                    children.filter(PostgresBinaries::isAnotherEdition).toList()) {
                DataFolder.delete(child);
            }
        }
    }

    private static boolean isAnotherEdition(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith(FOLDER) && !name.equals(FOLDER + "-" + Edition.OURS);
    }

    /** What tells two editions apart: the sum that their jar has of them, or else their size. Asked once. */
    private static final class Edition {
        static final String OURS =
                of(PostgresBinaries.class.getResource("/" + archive(SYSTEM, System.getProperty("os.arch"))));

        private static String of(URL archive) {
            if (archive == null) {
                return "none";
            }
            try {
                URLConnection connection = archive.openConnection();
                return connection instanceof JarURLConnection jar
                        ? Long.toHexString(jar.getJarEntry().getCrc())
                        : Long.toHexString(connection.getContentLengthLong());
            } catch (IOException e) {
                throw new PostgresException("cannot read this program's PostgreSQL: " + FailureReason.of(e), e);
            }
        }
    }

    private static void unpack(DataFolder folder, Path ready) {
        String archive = archive(SYSTEM, System.getProperty("os.arch"));
        try (InputStream in = PostgresBinaries.class.getResourceAsStream("/" + archive)) {
            if (in == null) {
                throw new PostgresException("there is no PostgreSQL for this system in this program (" + archive
                        + "): build it on this system, or name a database with --db");
            }
            Path half = folder.temporary("runtime");
            Tar.unpack(new XZInputStream(new BufferedInputStream(in)), half);
            Files.move(half, ready, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new PostgresException(
                    "cannot unpack PostgreSQL into " + folder.root() + ": " + FailureReason.of(e), e);
        }
    }

    /** macOS' programs are for both kinds of processor in one, and Windows on ARM runs those for x86. */
    static String archive(String system, String processor) {
        if (system.startsWith("Windows")) {
            return "postgres-windows-x86_64.txz";
        } else if (system.startsWith("Mac")) {
            return "postgres-darwin-x86_64.txz";
        }
        return "postgres-linux-" + (processor.equals("aarch64") ? "arm_64" : "x86_64") + ".txz";
    }
}
