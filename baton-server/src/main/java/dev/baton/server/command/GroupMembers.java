package dev.baton.server.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who is in a process group, as far as {@code /proc} tells: nobody, where there is none. */
final class GroupMembers {

    private static final Path PROCESSES = Path.of("/proc");

    private GroupMembers() {}

    /** Whether any of them can still do something: a zombie cannot, however long nobody asks for its code. */
    static boolean anyLives(long group) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[1-9]*")) {
            for (Path process : all) {
                if (lives(process, group)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** After the name, which may hold anything, in parentheses: state, parent, group. */
    private static boolean lives(Path process, long group) {
        String line;
        try {
            line = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return false;
        }
        String[] words = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", 4);
        return words.length == 4
                && !words[0].equals("Z")
                && !words[0].equals("X")
                && words[2].equals(Long.toString(group));
    }
}
