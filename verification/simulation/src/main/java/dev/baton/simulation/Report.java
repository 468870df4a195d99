package dev.baton.simulation;

import dev.baton.election.Request;
import dev.baton.spi.Outcome;
import java.util.ArrayList;
import java.util.List;

/** A failing run as a person wants to read it. */
final class Report {

    private static final int LAST_LINES = 120;
    private static final int LAST_HEARTBEATS = 20;

    private Report() {}

    static String brief(Request request) {
        if (request instanceof Request.Take take) {
            return "take" + (take.bid().defers() ? ", deferring to preferred nodes" : "");
        } else if (request instanceof Request.Renew renew) {
            return "renew " + renew.token() + (renew.opened() ? "" : ", gate not yet open");
        } else if (request instanceof Request.Release release) {
            return "release " + release.token() + ": " + release.departure().reason();
        } else if (request instanceof Request.Evict evict) {
            return "evict " + evict.holder().holderId() + "#" + evict.holder().epoch();
        } else if (request instanceof Request.Await await) {
            return "await the session lock for " + await.patience().toMillis() + " ms";
        }
        return request.toString();
    }

    static String brief(Outcome outcome) {
        if (outcome instanceof Outcome.HeldBy held) {
            return "<- held by " + held.holder().holderId() + "#"
                    + held.holder().epoch() + ", for another "
                    + held.holder().remaining().toMillis() + " ms";
        } else if (outcome instanceof Outcome.Acquired acquired) {
            return "<- acquired " + acquired.token() + ", gate shut for "
                    + acquired.quiet().toMillis() + " ms";
        } else if (outcome instanceof Outcome.Failed failed) {
            return "<- failed: " + failed.error().getMessage();
        } else if (outcome instanceof Outcome.Renewed) {
            return "<- renewed";
        }
        return "<- " + outcome;
    }

    /** Without the heartbeats that went well, except the very last ones. */
    private static List<String> notable(List<String> trace) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < trace.size(); i++) {
            boolean routine = trace.get(i).contains("  renew ") || trace.get(i).endsWith("<- renewed");
            if (!routine || i >= trace.size() - LAST_HEARTBEATS) {
                lines.add(trace.get(i));
            }
        }
        return lines;
    }

    static String of(Simulation.Result result) {
        Scenario scenario = result.scenario();
        StringBuilder text = new StringBuilder();
        text.append("seed ").append(scenario.seed()).append(": ").append(result.violation());
        text.append("\nreplay: java -cp ... dev.baton.simulation.Simulate --seed ")
                .append(scenario.seed());
        text.append("\ndatabase: ").append(scenario.engine());
        text.append("\nnodes: ")
                .append(scenario.nodes())
                .append(", preferred: ")
                .append(scenario.preferred());
        for (int role = 0; role < scenario.roles(); role++) {
            text.append("\n").append(Names.role(role)).append(": ");
            text.append(scenario.strategies().get(role).stream().distinct().toList());
        }
        text.append("\nfaults that it takes (times in ns):");
        scenario.faults().forEach(fault -> text.append("\n  ").append(fault));
        text.append("\ntrace:\n");
        List<String> trace = notable(result.trace());
        trace.subList(Math.max(0, trace.size() - LAST_LINES), trace.size())
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
