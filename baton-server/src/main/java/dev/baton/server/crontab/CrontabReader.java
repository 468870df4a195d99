package dev.baton.server.crontab;

import dev.baton.jobs.Schedule;
import dev.baton.server.crontab.Crontab.Entry;
import dev.baton.server.crontab.Crontab.Remark;
import dev.baton.server.crontab.Crontab.Surroundings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a crontab as cron does, line by line: a variable holds for the lines below it. */
public final class CrontabReader {

    private static final Pattern VARIABLE =
            Pattern.compile("(?<name>\"[^\"]*\"|'[^']*'|[A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(?<value>.*)");
    private static final Pattern NEW_LINE = Pattern.compile("\n");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern TIMES = Pattern.compile("(?<when>@\\S+|\\S+(?:\\s+\\S+){4})(?:\\s+(?<rest>.*))?");
    private static final Pattern USER = Pattern.compile("(?<user>\\S+)(?:\\s+(?<rest>.*))?");
    private static final String ZONE = "CRON_TZ";
    private static final char UNREADABLE = '\uFFFD';

    private final Surroundings surroundings;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();
    private String zone;

    private CrontabReader(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.zone = surroundings.zone();
        environment.put("SHELL", "/bin/sh"); // as cron has them
        environment.put("PATH", "/usr/bin:/bin");
    }

    public static Crontab read(String text, Surroundings surroundings) {
        CrontabReader reader = new CrontabReader(surroundings);
        int number = 0;
        for (String line : NEW_LINE.split(text, -1)) { // at nothing else, as cron does
            number++;
            reader.line(number, line.strip());
        }
        return new Crontab(List.copyOf(reader.entries), List.copyOf(reader.remarks));
    }

    private void line(int number, String text) {
        if (text.isEmpty() || text.startsWith("#")) {
            return;
        }
        try {
            if (text.indexOf(UNREADABLE) >= 0) {
                throw new IllegalArgumentException("it has letters that are not UTF-8");
            }
            refuseControls(text);
            Matcher variable = VARIABLE.matcher(text);
            if (variable.matches()) {
                variable(number, text, unquoted(variable.group("name")), unquoted(variable.group("value")));
            } else {
                entries.add(entry(number, text));
            }
        } catch (IllegalArgumentException e) {
            remarks.add(new Remark(number, text, e.getMessage(), true));
        }
    }

    private static void refuseControls(String text) {
        text.chars()
                .filter(c -> c != '\t' && Character.isISOControl(c))
                .findFirst()
                .ifPresent(c -> {
                    throw new IllegalArgumentException(
                            "it has a control character, " + String.format(Locale.ROOT, "U+%04X", c));
                });
    }

    private void variable(int number, String text, String name, String value) {
        if (name.equals(ZONE)) {
            zone = value.isEmpty() ? surroundings.zone() : value;
        } else if (name.equals("MAILTO") || name.equals("MAILFROM")) {
            if (!value.isEmpty()) {
                remarks.add(new Remark(number, text, "nothing is mailed: the output is kept with each run", false));
            }
        } else if (name.equals("RANDOM_DELAY")) {
            remarks.add(new Remark(number, text, "there is no random delay: jobs begin on time", false));
        } else if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name of a variable");
        } else {
            environment.put(name, value);
        }
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2
                && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                && text.charAt(0) == text.charAt(text.length() - 1);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private Entry entry(int number, String text) {
        Matcher times = TIMES.matcher(text);
        if (!times.matches()) {
            throw new IllegalArgumentException(
                    "it has neither five fields (minute hour day month weekday) nor a name like"
                            + " @daily, and sets no variable");
        }
        String when = times.group("when");
        if (when.equals("@reboot")) {
            throw new IllegalArgumentException(
                    "a cluster does not boot: begin it with the machine, or use 'baton run'");
        }
        Schedule.cron(when, zone); // refuses what cannot work
        String[] work = work(rest(times));
        return new Entry(number, text, when, zone, work[0], work[1], Map.copyOf(environment));
    }

    private String rest(Matcher times) {
        String rest = times.group("rest");
        if (rest != null && surroundings.system()) {
            Matcher user = USER.matcher(rest);
            rest = user.matches() ? user.group("rest") : null;
            if (rest != null && !user.group("user").equals(surroundings.user())) {
                throw new IllegalArgumentException("it runs as " + user.group("user") + ", and the node as "
                        + surroundings.user() + ": a node runs commands as itself; name another account with --user");
            }
        }
        if (rest == null || rest.isBlank()) {
            throw new IllegalArgumentException("there is no command");
        }
        return rest;
    }

    /** The command, and what it reads: what stands after a percent sign that no backslash stands before, others being new lines. */
    private static String[] work(String text) {
        StringBuilder command = new StringBuilder();
        StringBuilder input = new StringBuilder();
        StringBuilder part = command;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '%') {
                part.append('%');
                i++;
            } else if (c != '%') {
                part.append(c);
            } else if (part == command) {
                part = input;
            } else {
                part.append('\n');
            }
        }
        if (part == input && (input.isEmpty() || input.charAt(input.length() - 1) != '\n')) {
            input.append('\n');
        }
        return new String[] {command.toString(), input.toString()};
    }
}
