package dev.baton.server.config;

import dev.baton.server.config.Configuration.Notifier;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code [notifiers.NAME]} */
final class NotifiersReader {

    private NotifiersReader() {}

    /** @param credentials that notifiers may name */
    static List<Notifier> read(ConfigSection root, Map<String, CredentialConfig> credentials) {
        List<Notifier> all = new ArrayList<>();
        root.children("notifiers").forEach((name, section) -> {
            String type = section.choice("type", "log", List.of("log", "webhook", "slack", "pagerduty"));
            Optional<String> url = section.hidden("url", NotifiersReader::host); // whoever knows the rest may post
            Optional<Path> keyFile = section.text("key_file").map(Path::of);
            Optional<String> credential = section.text("credential");
            if (List.of("webhook", "slack").contains(type) && url.isEmpty() && keyFile.isEmpty()) {
                throw new ConfigException(section.key("url") + " is missing: a " + type + " notifier needs one");
            }
            credential.ifPresent(named -> check(section, type, keyFile, named, credentials));
            section.done();
            all.add(new Notifier(name, type, url, keyFile, credential));
        });
        return List.copyOf(all);
    }

    private static void check(
            ConfigSection section,
            String type,
            Optional<Path> keyFile,
            String credential,
            Map<String, CredentialConfig> credentials) {
        String key = section.key("credential");
        if (!type.equals("webhook") || keyFile.isPresent()) {
            throw ConfigException.bad(key, credential, "it goes with type webhook, and without key_file");
        }
        if (!credentials.containsKey(credential)) {
            throw ConfigException.bad(key, credential, "there is no [credentials." + credential + "]: add it");
        }
        if (credentials.get(credential).keys().isPresent()) {
            throw ConfigException.bad(key, credential, "notifiers show no certificates: use another type");
        }
    }

    private static String host(String url) {
        try {
            URI uri = URI.create(url);
            return uri.getScheme() + "://" + uri.getHost() + "/…";
        } catch (IllegalArgumentException e) {
            return "…";
        }
    }
}
