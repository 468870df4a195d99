package dev.baton.server.crontab;

import java.util.List;
import java.util.Map;

/**
 * A crontab as it was understood.
 *
 * @param remarks what is lost, and what is otherwise than it was
 */
public record Crontab(List<Entry> entries, List<Remark> remarks) {

    /**
     * A line that runs a command.
     *
     * @param text the line as it stands
     * @param input what the command reads
     * @param environment what the lines above it have set
     */
    public record Entry(
            int line,
            String text,
            String cron,
            String zone,
            String command,
            String input,
            Map<String, String> environment) {}

    /**
     * What is to be said of a line.
     *
     * @param lost whether its command will not run
     */
    public record Remark(int line, String text, String why, boolean lost) {}

    /**
     * What a crontab does not say itself.
     *
     * @param system whether each line names the account that it runs as, like those of {@code /etc/crontab}
     * @param user the account of the node: it runs commands as itself and as nobody else
     * @param zone where lines are that no {@code CRON_TZ} stands above
     */
    public record Surroundings(boolean system, String user, String zone) {}

    /** Whether there is a line whose command will not run. */
    public boolean isPartial() {
        return remarks.stream().anyMatch(Remark::lost);
    }
}
