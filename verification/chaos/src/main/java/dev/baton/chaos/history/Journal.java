package dev.baton.chaos.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A file of tab-separated lines, each written through at once: what a killed process has said stays said. */
public final class Journal implements AutoCloseable {

    private final Writer out;

    public Journal(Path file) {
        try {
            out = Files.newBufferedWriter(
                    file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    public synchronized void write(Object... fields) {
        try {
            out.write(Arrays.stream(fields).map(Journal::plain).collect(Collectors.joining("\t", "", "\n")));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String plain(Object field) {
        return String.valueOf(field).replace('\t', ' ').replace('\n', ' ');
    }

    /** The lines of a journal; one that a kill has torn is left out, and so is a file that is not there. */
    public static List<String[]> read(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            List<String[]> lines = new ArrayList<>();
            int from = 0;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
                lines.add(text.substring(from, end).split("\t", -1));
                from = end + 1;
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
