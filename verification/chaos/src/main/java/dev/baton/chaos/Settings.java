package dev.baton.chaos;

import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.node.Engine;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be run.
 *
 * @param seconds how long faults happen
 * @param seed from which the faults follow
 * @param perSecond intents and jobs that clients send
 * @param kinds faults that may happen; none: the load alone
 * @param roles whose leaders they hit
 * @param calmSeconds how long all nodes serve before the next fault, and nothing else happens; 0: as the seed has it
 * @param restSeconds how long is waited, after all faults, for everything accepted to end
 * @param folder where everything of the run is kept
 * @param planted what nodes find first on their class path: bugs that the checker has to find
 * @param engine which database
 */
public record Settings(
        long seconds,
        long seed,
        int nodes,
        int perSecond,
        List<Kind> kinds,
        List<String> roles,
        long calmSeconds,
        long restSeconds,
        Path folder,
        List<Path> planted,
        Engine engine) {

    /** What is run unless somebody says otherwise. */
    static final int USUAL_NODES = 3;

    static final int USUAL_RATE = 100;

    /** The command that runs the same again. */
    public String command() {
        StringBuilder command = new StringBuilder("./baton chaos --seconds " + seconds + " --seed " + seed);
        if (nodes != USUAL_NODES) {
            command.append(" --nodes ").append(nodes);
        }
        if (perSecond != USUAL_RATE) {
            command.append(" --rate ").append(perSecond);
        }
        if (engine != Engine.POSTGRESQL) {
            command.append(" --engine ").append(engine.label());
        }
        List<Kind> usual = Chaos.usual(engine);
        if (!kinds.equals(usual)) {
            command.append(" --faults ")
                    .append(String.join(",", kinds.stream().map(Kind::label).toList()));
        }
        if (!roles.equals(FaultPlan.USUAL)) {
            command.append(" --roles ").append(String.join(",", roles));
        }
        if (calmSeconds > 0) {
            command.append(" --calm ").append(calmSeconds);
        }
        return command.toString();
    }
}
