package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code baton chaos}: {@code ./baton} of a clone runs the suite itself; the jar alone can only say so. */
@Command(
        name = "chaos",
        description =
                "Runs real nodes under faults and checks the history: ./baton chaos [--seconds N --seed N | --hostile | --shards N], in a clone.")
final class ChaosCommand implements Callable<Integer> {

    /** Whatever the suite may know. */
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        throw new CommandException(
                "the chaos suite" + (arguments.isEmpty() ? "" : " (" + String.join(" ", arguments) + ")")
                        + " is not in this jar: run ./baton chaos in a clone of the project");
    }
}
