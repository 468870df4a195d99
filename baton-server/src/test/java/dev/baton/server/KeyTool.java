package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Keys and certificates for tests, made by the JDK's keytool. */
public final class KeyTool {

    public static final String PASSWORD = "store-password";

    private KeyTool() {}

    /** A key with a certificate that it has signed itself. */
    public static Path key(Path file, String subject) throws Exception {
        return key(file, subject, "dns:localhost,ip:127.0.0.1");
    }

    /** The same for other names, as keytool writes them. */
    public static Path key(Path file, String subject, String names) throws Exception {
        Files.deleteIfExists(file);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "baton",
                        "-keyalg",
                        "EC",
                        "-dname",
                        subject,
                        "-ext",
                        "san=" + names,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        return file;
    }

    public static Certificate certificate(Path key) throws Exception {
        return load(key).getCertificate("baton");
    }

    private static KeyStore load(Path file) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    /** A store that trusts the certificates of these keys. */
    public static Path storeTrusting(Path file, Path... keys) throws Exception {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (var out = Files.newOutputStream(written)) {
            certificates(keys).store(out, PASSWORD.toCharArray());
        }
        return Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The same key, with certificates to trust beside it. */
    public static Path withTrust(Path file, Path key, Path... trusted) throws Exception {
        KeyStore store = load(key);
        for (Path other : trusted) {
            store.setCertificateEntry(other.getFileName().toString(), certificate(other));
        }
        try (var out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** A server with this key that demands a certificate of those that are trusted. */
    public static SSLContext server(Path key, Path... clients) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers(key), trust(clients), new SecureRandom());
        return context;
    }

    /** A client without a key that believes this one alone. */
    public static SSLContext trusting(Path key) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust(key), new SecureRandom());
        return context;
    }

    private static KeyManager[] managers(Path key) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(load(key), PASSWORD.toCharArray());
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(Path... keys) throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(certificates(keys));
        return factory.getTrustManagers();
    }

    private static KeyStore certificates(Path... keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Path key : keys) {
            store.setCertificateEntry(key.getFileName().toString(), certificate(key));
        }
        return store;
    }

    /** A client that shows this key, if any, and trusts whoever answers: the test looks itself. */
    public static SSLContext client(Optional<Path> key) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                key.isPresent() ? managers(key.get()) : null, new TrustManager[] {new Anybody()}, new SecureRandom());
        return context;
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
