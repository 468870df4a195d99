package dev.baton.chaos.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A leadership event from a node's log.
 *
 * @param at when it was logged, as {@link System#nanoTime()} counts; logs keep milliseconds
 * @param deadline of the gate, 0 where none is told
 */
public record LogEvent(String node, long at, String event, String role, String holder, long epoch, long deadline) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What wall clock and stopwatch differ by on this machine. */
    private static long offset() {
        return System.currentTimeMillis() * 1_000_000 - System.nanoTime();
    }

    /** All of a node's leadership events; a torn line is left out. */
    public static List<LogEvent> read(String node, Path log) {
        List<LogEvent> events = new ArrayList<>();
        long offset = offset();
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("\"logger\":\"dev.baton.leadership\"")) {
                    parse(node, line, offset, events);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
        return events;
    }

    private static void parse(String node, String line, long offset, List<LogEvent> events) {
        try {
            JsonNode json = JSON.readTree(line);
            Instant time = Instant.parse(json.get("time").asString());
            JsonNode deadline = json.get("gate_deadline");
            events.add(new LogEvent(
                    node,
                    time.toEpochMilli() * 1_000_000 - offset,
                    json.get("event").asString(),
                    json.get("role").asString(),
                    json.get("holder_id").asString(),
                    json.get("lease_epoch").asLong(),
                    deadline == null ? 0 : deadline.asLong()));
        } catch (JacksonException e) {
            // Torn by a kill.
        }
    }
}
