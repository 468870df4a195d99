package dev.baton.chaos.history;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the processes of a run have written down, read once. */
public final class History {

    private final List<Operation> operations = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final Gates gates = new Gates();
    private final Set<String> runsDone = new HashSet<>();

    public static History read(Path folder, List<String> nodes) {
        History history = new History();
        for (String node : nodes) {
            Journal.read(folder.resolve(node + ".tsv")).forEach(line -> history.add(node, line));
            LogEvent.read(node, folder.resolve(node + ".log")).forEach(history::add);
        }
        Journal.read(folder.resolve("gateway.tsv")).forEach(line -> history.calls.add(Call.of(line)));
        return history;
    }

    private void add(String node, String[] line) {
        switch (line[0]) {
            case "A", "R" -> operations.add(Operation.of(line));
            case "G" ->
                gates.seen(node, line[1], Long.parseLong(line[2]), Long.parseLong(line[3]), Long.parseLong(line[4]));
            case "J" -> {
                if (line[4].equals("done")) {
                    runsDone.add(run(line[1], Long.parseLong(line[2]), line[3]));
                }
            }
            default -> {}
        }
    }

    /** The application's gates are watched; for the server's, the log has to do. */
    private void add(LogEvent event) {
        if (event.deadline() != 0) {
            gates.allowed(event.node(), event.role(), event.epoch(), event.deadline());
        }
        if (event.event().equals("gate_opened") && !event.role().startsWith("chaos-")) {
            gates.seen(event.node(), event.role(), event.epoch(), event.at(), Long.MIN_VALUE);
        }
    }

    /** A run by job, claim and worker. */
    public static String run(String job, long claim, String worker) {
        return job + "#" + claim + "#" + worker;
    }

    /** Appends and reads. */
    public List<Operation> operations() {
        return operations;
    }

    /** In the order in which they reached the gateway. */
    public List<Call> calls() {
        return calls;
    }

    public Gates gates() {
        return gates;
    }

    /** Runs of jobs that reached their end, as their workers say. */
    public Set<String> runsDone() {
        return runsDone;
    }
}
