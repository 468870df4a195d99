package dev.baton.submissions.gateway;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Credentials as headers. What no header may hold is refused here: the HTTP client would do it too, and show the value. */
final class CredentialHeaders {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x7E]([\\x20-\\x7E]*[\\x21-\\x7E])?");

    /** What the client or a call says in these must stay theirs. */
    private static final Set<String> TAKEN = Set.of(
            "accept",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "idempotency-key",
            "traceparent",
            "transfer-encoding",
            "upgrade");

    private CredentialHeaders() {}

    static Credential fixed(String name, String value) {
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("what is to go into the header '" + name
                    + "' is empty or holds a character that no header can: use printable ASCII");
        }
        Map<String, String> headers = Map.of(name, value);
        return body -> headers;
    }

    static Credential basic(String user, String password) {
        if (user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("the user '" + user + "' holds a colon, where a password begins");
        }
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return fixed("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    static Credential signature(String header, List<String> keys, InstantSource clock) {
        if (keys.isEmpty() || keys.contains("")) {
            throw new IllegalArgumentException("a signature needs a key, and none of them may be empty");
        }
        List<String> all = List.copyOf(keys);
        return body -> Map.of(
                header,
                "sha256=" + TimedSignature.hex(TimedSignature.hmac(all.get(0), body)),
                TimedSignature.HEADER,
                TimedSignature.of(body, all, clock.instant()));
    }

    static String checkName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean ours = lower.startsWith("baton-") && !name.equalsIgnoreCase(Credential.SIGNATURE);
        if (!NAME.matcher(name).matches() || TAKEN.contains(lower) || ours) {
            throw new IllegalArgumentException("a credential cannot go into the header '" + name
                    + "': use one like X-Api-Key, which has no other meaning");
        }
        return name;
    }
}
