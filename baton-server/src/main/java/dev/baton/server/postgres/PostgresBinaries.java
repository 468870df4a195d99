package dev.baton.server.postgres;

import dev.baton.server.config.FailureReason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs: carried along, unpacked once into the data folder. */
final class PostgresBinaries {

    /** The major version that this program brings along. */
    static final String MAJOR = "18";

    private static final String SYSTEM = System.getProperty("os.name");
    private static final String ENDING = SYSTEM.startsWith("Windows") ? ".exe" : "";

    private PostgresBinaries() {}

    /** The folder with {@code bin} in it. Only to be called by one process at a time. */
    static Path unpack(DataFolder folder) {
        Path ready = folder.path("runtime-" + MAJOR);
        if (!Files.isDirectory(ready)) {
            unpack(folder, ready);
        }
        if (!Files.isExecutable(ready.resolve("bin").resolve("initdb" + ENDING))) {
            throw new PostgresException("no program may run in " + folder.root()
                    + " (is it mounted noexec?): choose another folder with --data, or name a database with --db");
        }
        return ready;
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
