package dev.baton.server.config;

import dev.baton.server.http.HttpLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A table of the configuration. What is read from it is remembered, so that what was never asked for can be refused. */
final class ConfigSection {

    private final String path;
    private final ObjectNode table;
    private final ConfigLayers layers;
    private final Set<String> known = new TreeSet<>();

    ConfigSection(String path, ObjectNode table, ConfigLayers layers) {
        this.path = path;
        this.table = table;
        this.layers = layers;
    }

    String key(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private Optional<String> scalar(String name, String kind) {
        known.add(name);
        Optional<String> above = layers.above(key(name));
        if (above.isPresent()) {
            return above;
        }
        JsonNode value = table.get(name);
        if (value == null) {
            return Optional.empty();
        }
        boolean right = kind.equals("a string") ? value.isString() : value.isValueNode();
        if (!right) {
            throw ConfigException.bad(key(name), value, "it must be " + kind);
        }
        return Optional.of(value.asString());
    }

    Optional<String> text(String name) {
        Optional<String> value = scalar(name, "a string");
        value.ifPresent(text -> layers.read(key(name), text));
        return value;
    }

    String text(String name, String otherwise) {
        String value = scalar(name, "a string").orElse(otherwise);
        layers.read(key(name), value);
        return value;
    }

    /** A string or a number, as it stands. */
    Optional<String> word(String name) {
        Optional<String> value = scalar(name, "a string or a number");
        value.ifPresent(text -> layers.read(key(name), text));
        return value;
    }

    /** A text that is shown in another form. */
    Optional<String> hidden(String name, UnaryOperator<String> form) {
        Optional<String> value = scalar(name, "a string");
        value.ifPresent(text -> layers.read(key(name), form.apply(text)));
        return value;
    }

    /** A text whose value is not shown. */
    Optional<String> secret(String name) {
        Optional<String> value = scalar(name, "a string");
        value.ifPresent(text -> layers.read(key(name), "(set)"));
        return value;
    }

    String required(String name) {
        return text(name)
                .orElseThrow(() -> new ConfigException(key(name) + " is missing: set it, or remove [" + path + "]"));
    }

    /** One of a few words. */
    String choice(String name, String otherwise, List<String> allowed) {
        String value = text(name, otherwise);
        if (!allowed.contains(value)) {
            throw ConfigException.bad(key(name), value, "use one of " + String.join(", ", allowed));
        }
        return value;
    }

    Optional<String> choice(String name, List<String> allowed) {
        Optional<String> value = text(name);
        if (value.isPresent() && !allowed.contains(value.get())) {
            throw ConfigException.bad(key(name), value.get(), "use one of " + String.join(", ", allowed));
        }
        return value;
    }

    boolean flag(String name, boolean otherwise) {
        String value = scalar(name, "true or false").orElse(Boolean.toString(otherwise));
        if (!value.equals("true") && !value.equals("false")) {
            throw ConfigException.bad(key(name), value, "it must be true or false");
        }
        layers.read(key(name), Boolean.valueOf(value));
        return Boolean.parseBoolean(value);
    }

    int number(String name, int otherwise, int least, int most) {
        return optionalNumber(name, least, most).orElseGet(() -> {
            layers.read(key(name), otherwise);
            return otherwise;
        });
    }

    Optional<Integer> optionalNumber(String name, int least, int most) {
        Optional<String> text = scalar(name, "a whole number");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= least && value <= most) {
                layers.read(key(name), value);
                return Optional.of(value);
            }
        } catch (NumberFormatException e) {
            throw ConfigException.bad(key(name), text.get(), "it must be a whole number");
        }
        throw ConfigException.bad(key(name), text.get(), "it must be " + least + " to " + most);
    }

    Duration duration(String name, Duration otherwise) {
        return duration(name).orElseGet(() -> {
            layers.read(key(name), Durations.text(otherwise));
            return otherwise;
        });
    }

    Optional<Duration> duration(String name) {
        Optional<String> text = scalar(name, "a duration like \"500ms\", \"30s\" or \"10m\"");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Duration value = Durations.parse(text.get())
                .orElseThrow(() -> ConfigException.bad(
                        key(name),
                        text.get(),
                        "it must be a duration with a unit, like \"500ms\", \"30s\" or \"10m\""));
        layers.read(key(name), Durations.text(value));
        return Optional.of(value);
    }

    /** A moment with its offset, or a date, which stands for its beginning in UTC. */
    Optional<Instant> instant(String name) {
        Optional<String> text = text(name);
        try {
            return text.map(ConfigSection::instantOf);
        } catch (DateTimeParseException e) {
            throw ConfigException.bad(
                    key(name), text.orElseThrow(), "it must be like 2026-12-31 or 2026-12-31T18:00:00Z");
        }
    }

    private static Instant instantOf(String text) {
        return text.length() == 10
                ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                : OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
    }

    /** A number of bytes, plain or in KiB or MiB. */
    int bytes(String name, int otherwise) {
        String text = scalar(name, "a number of bytes").orElse(Integer.toString(otherwise));
        String digits = text.replaceAll("\\s*(KiB|MiB)$", "");
        int unit = text.endsWith("KiB") ? 1024 : text.endsWith("MiB") ? 1024 * 1024 : 1;
        try {
            int value = Math.multiplyExact(new BigDecimal(digits).intValueExact(), unit);
            layers.read(key(name), value);
            return value;
        } catch (ArithmeticException | NumberFormatException e) {
            throw ConfigException.bad(key(name), text, "it must be a number of bytes, like 16384 or \"16KiB\"");
        }
    }

    /** A number of bytes that a request's body may have, which has to fit into what all of them may have together. */
    int bodyBytes(String name, int otherwise) {
        long most = HttpLimits.ofThisProcess().bodies();
        int value = bytes(name, (int) Math.min(otherwise, most));
        if (value < 1 || value > most) {
            throw ConfigException.bad(
                    key(name),
                    value,
                    "with this heap it must be 1 to " + most + ": a sixteenth of the heap is for bodies");
        }
        return value;
    }

    List<String> texts(String name) {
        known.add(name);
        Optional<String> above = layers.above(key(name));
        List<String> values = new ArrayList<>();
        if (above.isPresent()) {
            for (String one : above.get().split(",")) {
                values.add(one.strip());
            }
        } else if (table.has(name)) {
            if (!table.get(name).isArray()) {
                throw ConfigException.bad(key(name), table.get(name), "it must be a list of strings");
            }
            table.get(name).forEach(value -> {
                if (!value.isString()) {
                    throw ConfigException.bad(key(name), value, "it must be a list of strings");
                }
                values.add(value.stringValue());
            });
        }
        if (!values.isEmpty()) {
            layers.read(key(name), List.copyOf(values));
        }
        return List.copyOf(values);
    }

    /** The same where an empty list would be a mistake. */
    Optional<List<String>> optionalTexts(String name) {
        List<String> values = texts(name);
        if (values.isEmpty() && table.has(name)) {
            throw ConfigException.bad(key(name), "[]", "it must name something");
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    /** Whether anything is set here in the file. */
    boolean isEmpty() {
        return table.isEmpty();
    }

    ConfigSection section(String name) {
        known.add(name);
        JsonNode value = table.get(name);
        if (value == null) {
            return new ConfigSection(key(name), table.objectNode(), layers);
        }
        if (value instanceof ObjectNode object) {
            return new ConfigSection(key(name), object, layers);
        }
        throw ConfigException.bad(key(name), value, "it must be a table: [" + key(name) + "]");
    }

    /** The tables under a name, each with a name of its own. */
    Map<String, ConfigSection> children(String name) {
        ConfigSection parent = section(name);
        Map<String, ConfigSection> children = new LinkedHashMap<>();
        for (String child : parent.table.propertyNames()) {
            children.put(child, parent.section(child));
        }
        return children;
    }

    /** The tables of a list: {@code [[name]]}. */
    List<ConfigSection> list(String name) {
        known.add(name);
        JsonNode value = table.get(name);
        if (value == null) {
            return List.of();
        }
        List<ConfigSection> items = new ArrayList<>();
        if (value.isArray()) {
            for (JsonNode item : value) {
                if (!(item instanceof ObjectNode object)) {
                    throw ConfigException.bad(key(name), item, "it must be a list of tables: [[" + key(name) + "]]");
                }
                items.add(new ConfigSection(key(name) + "." + (items.size() + 1), object, layers));
            }
            return items;
        }
        throw ConfigException.bad(key(name), value, "it must be a list of tables: [[" + key(name) + "]]");
    }

    /** Refuses what means nothing. */
    void done() {
        for (String given : table.propertyNames()) {
            if (!known.contains(given)) {
                throw new ConfigException("'" + key(given) + "' is no setting: "
                        + (path.isEmpty() ? "the tables are " : "[" + path + "] has ") + String.join(", ", known));
            }
        }
    }
}
