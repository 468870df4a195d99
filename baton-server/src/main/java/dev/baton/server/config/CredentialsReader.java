package dev.baton.server.config;

import dev.baton.server.config.Configuration.Notifier;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.gateway.Credential;
import dev.baton.submissions.model.Webhook;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** {@code [credentials.NAME]} */
final class CredentialsReader {

    private static final List<String> TYPES = List.of("bearer", "basic", "header", "hmac", "certificate");

    private CredentialsReader() {}

    static Map<String, CredentialConfig> read(ConfigSection root, SecretSource secrets) {
        Map<String, CredentialConfig> all = new TreeMap<>();
        root.children("credentials").forEach((name, section) -> all.put(name, credential(section, secrets)));
        return Collections.unmodifiableMap(all);
    }

    /**
     * The same while the node runs: what its gateways, webhooks and notifiers name stays there and stays what it is.
     *
     * @param before as it was at the start
     */
    static Map<String, CredentialConfig> readAgain(
            ConfigSection root,
            SecretSource secrets,
            Map<String, CredentialConfig> before,
            SubmissionSettings submissions,
            List<Notifier> notifiers) {
        Map<String, CredentialConfig> now = read(root, secrets);
        Stream<String> told = notifiers.stream().flatMap(notifier -> notifier.credential().stream());
        Stream.concat(used(submissions), told).forEach(name -> {
            CredentialConfig there = now.get(name);
            if (there == null || !there.type().equals(before.get(name).type())) {
                throw new ConfigException("credentials." + name + " is " + (there == null ? "gone" : "of another type")
                        + ", and gateways, webhooks or notifiers name it: that needs a restart");
            }
        });
        return now;
    }

    private static Stream<String> used(SubmissionSettings submissions) {
        return Stream.concat(
                submissions.gateways().stream()
                        .flatMap(
                                gateway -> Optional.ofNullable(gateway.options().get("credential")).stream()),
                submissions.targets().stream()
                        .flatMap(target -> target.webhook().flatMap(Webhook::credential).stream()));
    }

    private static CredentialConfig credential(ConfigSection section, SecretSource secrets) {
        section.required("type");
        String type = section.choice("type", "", TYPES);
        Optional<String> header = section.text("header");
        Optional<String> user = section.text("user");
        Optional<String> file = section.text("file");
        Optional<String> variable = section.text("env");
        Optional<String> password = section.text("password_file");
        List<String> further = further(section, secrets);
        section.done();
        refuseUnless(further.isEmpty() || type.equals("hmac"), section.key("also_files"), "hmac");
        if (type.equals("certificate")) {
            return certificate(section, file, password);
        }
        refuseUnless(password.isEmpty(), section.key("password_file"), "certificate");
        if (file.isPresent() == variable.isPresent()) {
            throw new ConfigException(section.key("file") + " or env, exactly one of them, says where the secret is:"
                    + " it does not belong here itself");
        }
        refuseUnless(user.isPresent() == type.equals("basic"), section.key("user"), "basic");
        refuseUnless(
                header.isPresent() ? type.matches("header|hmac") : !type.equals("header"),
                section.key("header"),
                "header");
        CredentialConfig read = new CredentialConfig(
                type,
                header.orElse(Credential.SIGNATURE),
                user.orElse(""),
                secrets.read(section, file, variable),
                further,
                Optional.empty());
        try {
            read.credential();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(section.key("type") + " is '" + type + "': " + e.getMessage(), e);
        }
        return read;
    }

    /** Keys beside the one that is there always. */
    private static List<String> further(ConfigSection section, SecretSource secrets) {
        List<String> keys = new ArrayList<>();
        for (String file : section.texts("also_files")) {
            keys.add(secrets.read(section, "also_", Optional.of(file), Optional.empty()));
        }
        for (String variable : section.texts("also_envs")) {
            keys.add(secrets.read(section, "also_", Optional.empty(), Optional.of(variable)));
        }
        return List.copyOf(keys);
    }

    /** A key store is no text, and so always in a file. */
    private static CredentialConfig certificate(
            ConfigSection section, Optional<String> file, Optional<String> password) {
        String store = file.orElseThrow(
                () -> new ConfigException(section.key("file") + " is missing: it names the key store"));
        String secret = password.map(there -> ConfigReader.secretFile(section.key("password_file"), there))
                .orElse("");
        return new CredentialConfig(
                "certificate", "", "", "", List.of(), Optional.of(ClientKeys.read(section.key("file"), store, secret)));
    }

    private static void refuseUnless(boolean right, String key, String type) {
        if (!right) {
            throw new ConfigException(
                    key + " goes with type " + type + ", and " + type + " with it: set both or neither");
        }
    }
}
