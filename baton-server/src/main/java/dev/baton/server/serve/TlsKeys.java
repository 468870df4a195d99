package dev.baton.server.serve;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.FailureReason;
import dev.baton.server.config.SecurityConfig.KeyStoreConfig;
import dev.baton.server.config.SecurityConfig.TlsConfig;
import dev.baton.server.http.HttpFront;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;

/** The key stores of TLS as their files hold them now: equal if the files hold the same. */
final class TlsKeys {

    private final Store own;
    private final Optional<Store> clients;

    private TlsKeys(Store own, Optional<Store> clients) {
        this.own = own;
        this.clients = clients;
    }

    /**
     * Reads the files.
     *
     * @throws ConfigException if one cannot be read or used: half of a file is no key store
     */
    static TlsKeys read(TlsConfig config) {
        Store own = Store.read("security.tls_key_store", config.keys());
        if (!own.holds(true)) {
            throw new ConfigException(
                    "security.tls_key_store is '" + config.keys().file() + "', which holds no key");
        }
        Optional<Store> clients = config.clients().map(file -> Store.read("security.tls_client_store", file));
        if (clients.isPresent() && !clients.get().holds(false)) {
            throw new ConfigException("security.tls_client_store is '"
                    + config.clients().orElseThrow().file() + "', which holds no certificate to trust");
        }
        return new TlsKeys(own, clients);
    }

    HttpFront.Tls forHttp() {
        return new HttpFront.Tls(own.store(), own.password(), clients.map(Store::store));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TlsKeys that && own.isSame(that.own) && areSame(clients, that.clients);
    }

    private static boolean areSame(Optional<Store> some, Optional<Store> others) {
        return some.isPresent() ? others.isPresent() && some.get().isSame(others.get()) : others.isEmpty();
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(own.content());
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return own.file() + clients.map(store -> " and " + store.file()).orElse("");
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by isSame
    private record Store(String file, byte[] content, String password, KeyStore store) {

        static Store read(String key, KeyStoreConfig config) {
            try {
                byte[] content = Files.readAllBytes(config.file());
                String password = config.passwordFile().isPresent()
                        ? Files.readString(config.passwordFile().get()).strip()
                        : "";
                KeyStore store = KeyStore.getInstance("PKCS12"); // the JDK reads JKS by this name as well
                store.load(new ByteArrayInputStream(content), password.toCharArray());
                return new Store(config.file().toString(), content, password, store);
            } catch (IOException | GeneralSecurityException e) {
                throw new ConfigException(
                        key + " is '" + config.file() + "', which cannot be read: " + FailureReason.of(e), e);
            }
        }

        boolean holds(boolean key) {
            try {
                for (String alias : Collections.list(store.aliases())) {
                    if (key ? store.isKeyEntry(alias) : store.isCertificateEntry(alias)) {
                        return true;
                    }
                }
                return false;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("a key store that was loaded is not", e);
            }
        }

        boolean isSame(Store other) {
            return Arrays.equals(content, other.content) && password.equals(other.password);
        }
    }
}
