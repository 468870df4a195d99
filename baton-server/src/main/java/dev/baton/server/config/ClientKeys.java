package dev.baton.server.config;

import dev.baton.submissions.gateway.Credential;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;

/** A key store that gateways and webhooks are shown a certificate of. Equal if it holds the same, so that its context stays. */
public final class ClientKeys {

    private final byte[] content;
    private final String password;
    private final Credential credential;

    private ClientKeys(byte[] content, String password, Credential credential) {
        this.content = content;
        this.password = password;
        this.credential = credential;
    }

    /**
     * Reads it.
     *
     * @param key of the setting that names the file
     * @throws ConfigException if it is no key store with a key
     */
    static ClientKeys read(String key, String file, String password) {
        try {
            byte[] content = Files.readAllBytes(Path.of(file));
            KeyStore keys = KeyStore.getInstance("PKCS12"); // the JDK reads JKS by this name as well
            keys.load(new ByteArrayInputStream(content), password.toCharArray());
            return new ClientKeys(content, password, Credential.certificate(keys, password.toCharArray()));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new ConfigException(key + " is '" + file + "', which cannot be used: " + FailureReason.of(e), e);
        }
    }

    Credential credential() {
        return credential;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClientKeys that
                && Arrays.equals(content, that.content)
                && password.equals(that.password);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }
}
