package dev.baton.server.config;

import dev.baton.jobs.RetryPolicy;
import dev.baton.server.config.WorkConfig.Command;
import dev.baton.server.config.WorkConfig.HttpCall;
import dev.baton.server.config.WorkConfig.Verdicts;
import dev.baton.server.http.TrustedProxies.Network;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code [jobs.handlers.NAME]} */
final class WorkReader {

    private static final Pattern CODE = Pattern.compile("\\d{1,3}|[1-9]xx");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]+:[\\x20-\\x7E]*");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*");
    private static final int USUAL_OUTPUT = 16 * 1024;
    private static final int LARGEST_OUTPUT = 1024 * 1024;

    private WorkReader() {}

    /** @param jobs {@code [jobs]} */
    static WorkConfig read(ConfigSection jobs) {
        Map<String, HttpCall> calls = new LinkedHashMap<>();
        Map<String, Command> commands = new LinkedHashMap<>();
        jobs.children("handlers").forEach((name, section) -> {
            String type = section.required("type");
            if (type.equals("http")) {
                calls.put(name, call(section));
            } else if (type.equals("command")) {
                commands.put(name, command(section));
            } else {
                throw ConfigException.bad(section.key("type"), type, "use http or command");
            }
            section.done();
        });
        List<Network> networks =
                jobs.texts("private_networks").stream().map(Network::of).toList();
        Optional<URI> callback = jobs.text("callback_url").map(text -> url(jobs.key("callback_url"), text));
        return new WorkConfig(Map.copyOf(calls), Map.copyOf(commands), jobs.texts("elsewhere"), callback, networks);
    }

    private static HttpCall call(ConfigSection section) {
        return new HttpCall(
                url(section.key("url"), section.required("url")),
                section.choice("method", "POST", List.of("POST", "PUT", "PATCH", "GET")),
                headers(section),
                section.text("authorization_file").map(Path::of),
                new Verdicts(codes(section, "success", List.of("2xx")), codes(section, "final", List.of("4xx"))),
                section.duration("timeout", Duration.ofMinutes(1)),
                section.duration("completion"),
                retries(section));
    }

    private static Command command(ConfigSection section) {
        List<String> arguments = section.texts("command");
        if (arguments.isEmpty()) {
            throw new ConfigException(section.key("command")
                    + " is missing: it is the program and its arguments, like [\"/opt/report\", \"--all\"]");
        }
        int output = section.bytes("output_limit", USUAL_OUTPUT);
        if (output < 0 || output > LARGEST_OUTPUT) {
            throw ConfigException.bad(section.key("output_limit"), output, "it must be 0 to 1MiB");
        }
        return new Command(
                arguments,
                section.text("directory").map(Path::of),
                environment(section),
                section.text("input"),
                new Verdicts(codes(section, "success", List.of("0")), codes(section, "final", List.of())),
                section.duration("timeout"),
                section.duration("grace", Duration.ofSeconds(2)),
                output,
                retries(section));
    }

    private static RetryPolicy retries(ConfigSection section) {
        return RetryPolicy.exponential(
                section.number("retries", 9, 0, 1_000) + 1, Duration.ofSeconds(1), Duration.ofHours(1));
    }

    private static URI url(String key, String text) {
        try {
            URI url = URI.create(text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (web && url.getHost() != null && url.getRawUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw ConfigException.bad(key, text, "it is no URL");
        }
        throw ConfigException.bad(key, text, "it must be http://HOST/… or https://HOST/…, without user and password");
    }

    /** Names and values in turn. */
    private static List<String> headers(ConfigSection section) {
        List<String> headers = new ArrayList<>();
        for (String line : matching(section, "headers", HEADER, "write it as \"Name: value\"")) {
            int colon = line.indexOf(':');
            headers.add(line.substring(0, colon));
            headers.add(line.substring(colon + 1).strip());
        }
        return List.copyOf(headers);
    }

    private static Map<String, String> environment(ConfigSection section) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String line : matching(section, "environment", VARIABLE, "write it as \"NAME=value\"")) {
            environment.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        return Map.copyOf(environment);
    }

    private static List<String> codes(ConfigSection section, String name, List<String> otherwise) {
        List<String> codes = matching(section, name, CODE, "use numbers like \"204\", or \"2xx\"");
        return codes.isEmpty() ? otherwise : codes;
    }

    private static List<String> matching(ConfigSection section, String name, Pattern form, String remedy) {
        List<String> all = section.texts(name);
        for (String one : all) {
            if (!form.matcher(one).matches()) {
                throw ConfigException.bad(section.key(name), one, remedy);
            }
        }
        return all;
    }
}
