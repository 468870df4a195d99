package dev.baton.server.security;

import dev.baton.server.config.SecurityConfig.Certificate;
import dev.baton.server.http.Caller;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;

/** Callers that are known by the certificate they show. TLS has looked whether it is one of those that are trusted. */
final class Certificates {

    private final Supplier<List<Certificate>> known;
    private volatile boolean needed;

    Certificates(Supplier<List<Certificate>> known) {
        this.known = known;
    }

    /** Whether any are known. Removing the last one lets nobody in, as with tokens. */
    boolean areKnown() {
        if (!needed && !known.get().isEmpty()) {
            needed = true;
        }
        return needed;
    }

    /** Whose certificate came with the connection; what a proxy says about one is not taken. */
    Optional<Caller> find(Request request) {
        if (!(request.getAttribute(SslSessionData.ATTRIBUTE) instanceof SslSessionData session)) {
            return Optional.empty();
        }
        X509Certificate[] chain = session.peerCertificates();
        if (chain == null || chain.length == 0) {
            return Optional.empty();
        }
        String subject = chain[0].getSubjectX500Principal().getName(X500Principal.CANONICAL);
        return known.get().stream()
                .filter(one -> one.subject().equals(subject))
                .map(one -> new Caller(one.name(), one.grant()))
                .findFirst();
    }
}
