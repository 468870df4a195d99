package dev.baton.alerts.notify;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Notifiers by the type that a configuration names. */
public final class Notifiers {

    private static final String PAGERDUTY = "https://events.pagerduty.com/v2/enqueue";

    private Notifiers() {}

    /**
     * A notifier.
     *
     * @param type one of log, webhook, slack, pagerduty
     * @param url where to post; may be empty for log and pagerduty
     * @param key the secret of the far side: a bearer token, or PagerDuty's routing key; may be empty for webhook and slack
     * @throws IllegalArgumentException if that cannot work; says what is missing, and no secret
     */
    public static Notifier open(String name, String type, String url, String key) {
        return open(name, type, url, () -> key);
    }

    /** The same with a key that may change: it is asked for with every notice. */
    public static Notifier open(String name, String type, String url, Supplier<String> key) {
        return switch (type) {
            case "log" -> new LogNotifier();
            case "webhook" -> webhook(name, url, body -> bearer(key.get()));
            case "slack" -> {
                uri(name, url.isEmpty() ? key.get() : url);
                yield new HttpNotifier(
                        () -> uri(name, url.isEmpty() ? key.get() : url), Notifiers::slack, body -> Map.of());
            }
            case "pagerduty" -> {
                if (key.get().isEmpty()) {
                    throw new IllegalArgumentException("notifier '" + name
                            + "' of type pagerduty has no key: name a file with the routing key in key_file");
                }
                URI uri = uri(name, url.isEmpty() ? PAGERDUTY : url);
                yield new HttpNotifier(() -> uri, notice -> pagerDuty(notice, key.get()), body -> Map.of());
            }
            default ->
                throw new IllegalArgumentException(
                        "notifier '" + name + "' has type '" + type + "': use one of log, webhook, slack, pagerduty");
        };
    }

    /**
     * A webhook that proves who sends it.
     *
     * @param proof the headers for a body, such as a signature; asked for with every notice
     * @throws IllegalArgumentException if the URL cannot work
     */
    public static Notifier webhook(String name, String url, Function<byte[], Map<String, String>> proof) {
        URI uri = uri(name, url);
        return new HttpNotifier(() -> uri, Notifiers::plain, proof);
    }

    /** The HTTP client would refuse such a key too, in a message that shows it. */
    private static Map<String, String> bearer(String key) {
        if (!key.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new IllegalArgumentException("the key holds a character that no header can: use printable ASCII");
        }
        return key.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + key);
    }

    private static URI uri(String name, String url) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the url of notifier '" + name + "' is no URL");
        }
        boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!web || uri.getHost() == null) {
            throw new IllegalArgumentException("notifier '" + name + "' needs an http or https URL");
        }
        return uri;
    }

    private static ObjectNode plain(Notice notice) {
        return HttpNotifier.JSON
                .createObjectNode()
                .put("key", notice.key())
                .put("alert", notice.alert())
                .put("state", notice.transition().word())
                .put("severity", notice.severity())
                .put("condition", notice.condition())
                .put("value", notice.reading())
                .put("at", notice.at().toString());
    }

    private static ObjectNode slack(Notice notice) {
        String mark = notice.isFiring() ? ":rotating_light:" : ":white_check_mark:";
        String text = mark + " *" + notice.severity().toUpperCase(Locale.ROOT) + "* " + escaped(notice.sentence());
        ObjectNode body = HttpNotifier.JSON.createObjectNode().put("text", text);
        return notice.detail().isEmpty() ? body : body.put("channel", notice.detail());
    }

    /** Slack takes these three for its own marks. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Events API v2; the incident is the key that joins its firing and its resolution. */
    private static ObjectNode pagerDuty(Notice notice, String key) {
        ObjectNode event = HttpNotifier.JSON
                .createObjectNode()
                .put("routing_key", key)
                .put("event_action", notice.isFiring() ? "trigger" : "resolve")
                .put("dedup_key", notice.incident());
        event.putObject("payload")
                .put("summary", notice.sentence())
                .put("source", "baton")
                .put("severity", notice.severity())
                .put("timestamp", notice.at().toString())
                .put("component", notice.alert());
        return event;
    }
}
