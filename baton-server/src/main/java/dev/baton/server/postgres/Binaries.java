package dev.baton.server.postgres;

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

    private Binaries() {}

    /** The folder with {@code bin} in it. Only to be called by one process at a time. */
    static Path unpack(DataFolder folder) {
        Path ready = folder.path("runtime-" + MAJOR);
        if (Files.isDirectory(ready)) {
            return ready;
        }
        String archive = archive();
        try (InputStream in = Binaries.class.getResourceAsStream("/" + archive)) {
            if (in == null) {
                throw new PostgresException("there is no PostgreSQL for this system in this program (" + archive
                        + "): build it on this system, or name a database with --db");
            }
            Path half = folder.temporary("runtime");
            Tar.unpack(new XZInputStream(new BufferedInputStream(in)), half);
            Files.move(half, ready, StandardCopyOption.ATOMIC_MOVE);
            return ready;
        } catch (IOException e) {
            throw new PostgresException("cannot unpack PostgreSQL into " + folder.root() + ": " + e.getMessage(), e);
        }
    }

    private static String archive() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        String system =
                os.contains("win") && !os.contains("darwin") ? "windows" : os.contains("mac") ? "darwin" : "linux";
        return "postgres-" + system + "-" + (arm ? "arm_64" : "x86_64") + ".txz";
    }
}
