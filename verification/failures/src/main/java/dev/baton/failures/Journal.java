package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file with a line for each trial that was made: a run of the machine that was cut off goes on where it was. The calls that
 * a scenario makes are in it too, so that the same failures are left to be tried. Thread-safe.
 */
final class Journal implements Hearing {

    private static final String BETWEEN = "\t";
    private static final String END = ".";
    private static final int CALL_FIELDS = 3;
    private static final int FIELDS_BEFORE = 4;

    private final Path file;
    private final Hearing others;
    private final Map<String, String[]> lines = new HashMap<>();

    /**
     * @param file made if it is not there, as is its directory
     * @param others who is told as well
     */
    Journal(Path file, Hearing others) throws IOException {
        this.file = file;
        this.others = others;
        Files.createDirectories(file.toAbsolutePath().getParent());
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split(BETWEEN, -1);
                if (fields[fields.length - 1].equals(END)) {
                    lines.put(fields[0], fields);
                }
            }
            write(""); // the last line may have been cut off
        }
    }

    private void write(String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String name(Engine engine, Trial trial) {
        return escaped(engine + " | " + trial);
    }

    @Override
    public Optional<Trial.Result> before(Engine engine, Trial trial) {
        String[] fields = lines.get(name(engine, trial));
        return fields == null ? Optional.empty() : Optional.of(result(engine, trial, fields));
    }

    /** Name, whether it was reached, milliseconds, how many things were wrong, these, the calls, and an end. */
    private static Trial.Result result(Engine engine, Trial trial, String[] fields) {
        int calls = FIELDS_BEFORE + Integer.parseInt(fields[3]);
        return new Trial.Result(
                engine,
                trial,
                Boolean.parseBoolean(fields[1]),
                Stream.iterate(calls, i -> i + CALL_FIELDS < fields.length, i -> i + CALL_FIELDS)
                        .map(i -> new Call(
                                Call.Kind.valueOf(fields[i]),
                                fields[i + 1].translateEscapes(),
                                Integer.parseInt(fields[i + 2])))
                        .toList(),
                Stream.of(fields)
                        .skip(FIELDS_BEFORE)
                        .limit(calls - FIELDS_BEFORE)
                        .map(String::translateEscapes)
                        .toList(),
                Duration.ofMillis(Long.parseLong(fields[2])));
    }

    /** The calls of a run that fails are nobody's concern. */
    @Override
    public synchronized void hear(Trial.Result result) throws Exception {
        List<String> fields = new ArrayList<>(List.of(
                name(result.engine(), result.trial()),
                Boolean.toString(result.reached()),
                Long.toString(result.took().toMillis()),
                Integer.toString(result.wrong().size())));
        result.wrong().forEach(wrong -> fields.add(escaped(wrong)));
        if (result.trial().call() == null) {
            for (Call call : result.calls()) {
                fields.addAll(List.of(call.kind().name(), escaped(call.what()), Integer.toString(call.occurrence())));
            }
        }
        fields.add(END);
        write(String.join(BETWEEN, fields));
        others.hear(result);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
    }
}
