package dev.baton.server.crontab;

import dev.baton.jobs.SampleJob;
import dev.baton.server.crontab.Crontab.Entry;
import dev.baton.server.crontab.Crontab.Remark;
import dev.baton.support.Texts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The configuration that runs what a crontab runs. Commands are named by a node's own configuration and by nothing else, so this
 * is text for whoever may change that file.
 *
 * @param home where commands run, and their {@code HOME}, unless the crontab says otherwise
 * @param retries how often a failed run is tried again; cron itself never does
 */
public record CrontabToml(String home, int retries) {

    /** Commands that prepare or test something before the real work of a line: no job is named after them. */
    private static final Set<String> PREAMBLES =
            Set.of("cd", "test", "[", "command", "export", "umask", "sleep", "exec");

    /** Names that every node already uses for a handler or a recurring job. */
    private static final Set<String> BUILT_IN = Set.of(SampleJob.NAME, "sample-recurring");

    /** A job as it would be made. */
    public record Job(String name, Entry entry) {}

    /** What would be made; each has a name of its own. */
    public List<Job> jobs(Crontab crontab) {
        List<Job> jobs = new ArrayList<>();
        Set<String> taken = new HashSet<>(BUILT_IN);
        for (Entry entry : crontab.entries()) {
            String name = name(entry.command());
            String free = name;
            for (int i = 2; !taken.add(free); i++) {
                free = name + "-" + i;
            }
            jobs.add(new Job(free, entry));
        }
        return jobs;
    }

    /** The job's name is that of the first program in the line that is not one of those. */
    private static String name(String command) {
        return Arrays.stream(command.split("&&|\\|\\||[;|]"))
                .map(CrontabToml::program)
                .filter(program -> !program.isEmpty() && !PREAMBLES.contains(program))
                .findFirst()
                .map(program -> program.toLowerCase(Locale.ROOT)
                        .replaceAll("\\.[a-z]{1,4}$", "")
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-+|-+$", ""))
                .filter(name -> !name.isEmpty())
                .map(name -> Texts.cut(name, 100))
                .orElse("cron");
    }

    private static String program(String part) {
        return Arrays.stream(part.strip().split("\\s+"))
                .filter(word -> !word.matches("[A-Za-z_][A-Za-z0-9_]*=.*|[({!]"))
                .findFirst()
                .map(word -> word.substring(word.lastIndexOf('/') + 1))
                .orElse("");
    }

    /** @param from what it was made of, for whoever reads it */
    public String write(Crontab crontab, String from) {
        StringBuilder toml = new StringBuilder(comment("From " + from + ", by 'baton jobs import'."));
        for (Remark remark : crontab.remarks()) {
            toml.append(comment((remark.lost() ? "NOT IMPORTED, line " : "Line ") + remark.line() + ": " + remark.text()
                    + "  (" + remark.why() + ")"));
        }
        jobs(crontab).forEach(job -> toml.append('\n').append(write(job)));
        return toml.toString();
    }

    private String write(Job job) {
        Entry entry = job.entry();
        Map<String, String> environment = new TreeMap<>(entry.environment());
        environment.putIfAbsent("HOME", home);
        String shell = environment.get("SHELL");
        return comment("Line " + entry.line() + ": " + entry.text())
                + "[jobs.handlers." + job.name() + "]\n"
                + "type = \"command\"\n"
                + "command = " + list(List.of(shell, "-c", entry.command())) + "\n"
                + "directory = " + quoted(Path.of(environment.get("HOME")).toString()) + "\n"
                + "environment = "
                + list(environment.entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList())
                + "\ninput = " + quoted(entry.input()) + "\n"
                + "[jobs.defined." + job.name() + "]\n"
                + "cron = " + quoted(entry.cron()) + "\n"
                + "timezone = " + quoted(entry.zone()) + "\n"
                + "catch_up = 0\n"
                + "retries = " + retries + "\n";
    }

    private static String comment(String text) {
        return "# " + text.replaceAll("\\p{Cc}", " ") + "\n";
    }

    private static String list(List<String> texts) {
        return texts.stream().map(CrontabToml::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < 0x20 || c == 0x7F) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
