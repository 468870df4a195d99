package dev.baton.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton bench} */
@Command(
        name = "bench",
        description =
                "Measures Baton beside its peers, in a clone of the sources; without a name it lists what there is.")
final class BenchCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "What to measure; 'all' for everything.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--quick", description = "Takes seconds and proves only that it runs.")
    private boolean quick;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(names);
        if (quick) {
            arguments.add("--quick");
        }
        return SourceFolder.here().run("bench/run", arguments);
    }
}
