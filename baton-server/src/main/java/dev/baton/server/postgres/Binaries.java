package dev.baton.server.postgres;

import dev.baton.server.config.Reason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs: carried along, unpacked once into the data folder. */
final class Binaries {

    /** The major version that this program brings along. */
    static final String MAJOR = "18";

    private static final String ENDING = windows() ? ".exe" : "";

    private Binaries() {}

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
        String archive = archive();
        try (InputStream in = Binaries.class.getResourceAsStream("/" + archive)) {
            if (in == null) {
                throw new PostgresException("there is no PostgreSQL for this system in this program (" + archive
                        + "): build it on this system, or name a database with --db");
            }
            Path half = folder.temporary("runtime");
            Tar.unpack(new XZInputStream(new BufferedInputStream(in)), half);
            Files.move(half, ready, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new PostgresException("cannot unpack PostgreSQL into " + folder.root() + ": " + Reason.of(e), e);
        }
    }

    private static String archive() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        String system = windows() ? "windows" : os().contains("mac") ? "darwin" : "linux";
        return "postgres-" + system + "-" + (arm ? "arm_64" : "x86_64") + ".txz";
    }

    private static boolean windows() {
        return os().contains("win") && !os().contains("darwin");
    }

    private static String os() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT);
    }
}
