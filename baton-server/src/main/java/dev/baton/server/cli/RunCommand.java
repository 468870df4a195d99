package dev.baton.server.cli;

import dev.baton.Names;
import dev.baton.server.command.LeaderCommand;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.ElectionConfig;
import dev.baton.server.serve.RoleRun;
import dev.baton.shards.Layout;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton run} */
@Command(
        name = "run",
        description = {
            "Runs a command while this process leads a role, on one machine of many: started when the term begins, ended when"
                    + " it is over, started again with the next.",
            "BATON_ROLE, BATON_HOLDER and BATON_EPOCH are in its environment. When it ends by itself, this ends with its"
                    + " exit code.",
            "With --shards the role is divided into parts that all machines share evenly, and each part that this process"
                    + " leads has a command of its own, with BATON_SHARD (from 0), BATON_SHARDS and BATON_LAYOUT as well;"
                    + " BATON_ROLE is then the part's own role. The first that ends by itself ends this. Into the file that"
                    + " BATON_WORK_FILE names it may write how much it has done so far: one number in a line."
        })
final class RunCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(names = "--role", paramLabel = "NAME", required = true, description = "The role to stand for.")
    private String role;

    @Option(
            names = "--shards",
            paramLabel = "N",
            description =
                    "Divides the role into so many parts, as election.roles.NAME.shards does. Counts when the role"
                            + " is new; later it has as many as it has.")
    private Integer shards;

    @Option(
            names = "--weight",
            paramLabel = "N",
            description =
                    "Where the role is divided: how large this process's share is beside those of others; node.weight"
                            + " by default, which is 1.")
    private String weight;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = TimeConverter.class,
            description = "How long the command may take to end when the role is left in order; ${DEFAULT-VALUE} by"
                    + " default. When the term is lost it is ended at once.")
    private Duration grace;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "1..*",
            description = "The command and its arguments, after '--'; no shell looks into them.")
    private List<String> command;

    @Override
    public Integer call() throws Exception {
        refuseBadName();
        PrintWriter err = spec.commandLine().getErr();
        LeaderCommand work = new LeaderCommand(command, grace, line -> {
            err.println("baton: " + line);
            err.flush();
        });
        Map<String, String> more = new HashMap<>();
        more.put("node.weight", weight);
        Configuration configuration = node.read(more);
        OptionalInt parts = parts(configuration.election());
        if (weight != null && parts.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--weight is a share of shards: name their number with --shards or election.roles." + role
                            + ".shards, or leave it out");
        }
        return new RoleRun(configuration, role, parts, work, grace).run();
    }

    private void refuseBadName() {
        try {
            Names.role(role);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--role: " + e.getMessage(), e);
        }
    }

    private OptionalInt parts(ElectionConfig election) {
        if (shards == null) {
            return election.shards(role);
        }
        if (shards < 1 || shards > Layout.MOST_SHARDS) {
            throw new ParameterException(
                    spec.commandLine(), "--shards is " + shards + ": it must be between 1 and " + Layout.MOST_SHARDS);
        }
        if (election.isServers(role)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--shards divides roles of programs, and '" + role
                            + "' is the server's own: take another name (submissions.shards divides the executor)");
        }
        return OptionalInt.of(shards);
    }
}
