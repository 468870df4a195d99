package dev.baton.testkit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Other processes of this machine. */
public final class Processes {

    private Processes() {}

    /** Whether it can do nothing any more: ended, or a zombie whose code nobody has asked for yet. */
    public static boolean isGone(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty() || isZombie(pid);
    }

    private static boolean isZombie(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return line.startsWith(") Z", line.lastIndexOf(')'));
        } catch (IOException noSuchSystemOrGone) {
            return false;
        }
    }
}
