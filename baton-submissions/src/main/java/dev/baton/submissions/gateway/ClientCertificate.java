package dev.baton.submissions.gateway;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that is shown to the far side while the connection begins; no header tells of it. */
record ClientCertificate(SSLContext context) implements Credential {

    static ClientCertificate of(KeyStore keys, char[] password) {
        try {
            boolean key = false;
            boolean trusted = false;
            for (String alias : Collections.list(keys.aliases())) {
                key |= keys.isKeyEntry(alias);
                trusted |= keys.isCertificateEntry(alias);
            }
            if (!key) {
                throw new IllegalArgumentException("the key store holds no key: put it there with its certificate");
            }
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trusted ? trusting(keys) : null, null);
            return new ClientCertificate(context);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key store cannot be used: " + e.getMessage(), e);
        }
    }

    private static TrustManager[] trusting(KeyStore keys) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(keys);
        return factory.getTrustManagers();
    }

    @Override
    public Map<String, String> headers(byte[] body) {
        return Map.of();
    }

    @Override
    public Optional<SSLContext> tls() {
        return Optional.of(context);
    }
}
