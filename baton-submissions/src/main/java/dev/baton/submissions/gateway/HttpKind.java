package dev.baton.submissions.gateway;

import dev.baton.submissions.model.GatewaySpec;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Gateways behind HTTP. They differ in their path and in the reasons they give. */
public final class HttpKind implements GatewayKind {

    private static final Pattern ANY_REASON = Pattern.compile("[a-z][a-z0-9_]{0,199}");

    private final String type;
    private final String path;
    private final Predicate<String> reasons;
    private final Credentials credentials;

    private HttpKind(String type, String path, Predicate<String> reasons) {
        this(type, path, reasons, Credentials.NONE);
    }

    private HttpKind(String type, String path, Predicate<String> reasons, Credentials credentials) {
        this.type = type;
        this.path = path;
        this.reasons = reasons;
        this.credentials = credentials;
    }

    /** {@code POST <url>/sms/send} */
    public static HttpKind sms() {
        return new HttpKind(
                "sms",
                "/sms/send",
                Set.of(
                        "invalid_request",
                        "duplicate_reference",
                        "invalid_recipient",
                        "invalid_message",
                        "provider_failure")::contains);
    }

    /** {@code POST <url>/push/send} */
    public static HttpKind push() {
        return new HttpKind(
                "push",
                "/push/send",
                Set.of("invalid_request", "duplicate_reference", "provider_failure", "unregistered_token")::contains);
    }

    /** {@code POST <url>} */
    public static HttpKind http() {
        return new HttpKind("http", "", HttpKind::isReason);
    }

    public static List<GatewayKind> all() {
        return all(Credentials.NONE);
    }

    public static List<GatewayKind> all(Credentials credentials) {
        return List.of(
                sms().credentials(credentials), push().credentials(credentials), http().credentials(credentials));
    }

    /** The same, for gateways whose option {@code credential} names one of these. */
    public HttpKind credentials(Credentials known) {
        return new HttpKind(type, path, reasons, known);
    }

    /** Whether a reason has the form that gateways without a list of their own may use. */
    static boolean isReason(String reason) {
        return ANY_REASON.matcher(reason).matches();
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public boolean knowsReason(String reason) {
        return reasons.test(reason);
    }

    @Override
    public void check(GatewaySpec spec) {
        uri(spec);
        HttpGateway.credential(spec).ifPresent(name -> refuseUnknown(spec, name));
    }

    private void refuseUnknown(GatewaySpec spec, String credential) {
        if (credentials.named().apply(credential).isEmpty()) {
            throw new IllegalArgumentException("gateway '" + spec.name() + "' names the credential '" + credential
                    + "', which is not configured: add it, or remove the name");
        }
    }

    @Override
    public Gateway open(GatewaySpec spec) {
        return new HttpGateway(uri(spec), spec, new AnswerReader(reasons), credentials);
    }

    private URI uri(GatewaySpec spec) {
        String url = spec.url().endsWith("/") && !path.isEmpty()
                ? spec.url().substring(0, spec.url().length() - 1)
                : spec.url();
        URI uri;
        try {
            uri = URI.create(url + path);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "gateway '" + spec.name() + "' has url '" + spec.url() + "', which is no URL", e);
        }
        boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!web || uri.getHost() == null) {
            throw new IllegalArgumentException("gateway '" + spec.name() + "' of type " + type + " has url '"
                    + spec.url() + "': it needs an http or https URL");
        }
        return uri;
    }
}
