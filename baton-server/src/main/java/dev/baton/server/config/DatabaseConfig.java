package dev.baton.server.config;

import java.util.Optional;

/**
 * {@code [database]}
 *
 * @param url empty: the embedded PostgreSQL
 * @param leadership where elections run, if elsewhere
 * @param poolSize connections for everything but elections
 */
public record DatabaseConfig(Optional<Login> url, Optional<Login> leadership, int poolSize) {

    /**
     * How to reach a database.
     *
     * @param auth {@code password} or {@code azure-default}
     */
    public record Login(String url, Optional<String> user, Optional<String> password, String auth) {

        /** Nothing secret. */
        @Override
        public String toString() {
            return shown(url);
        }
    }

    /** A URL without what is secret in it. */
    public static String shown(String url) {
        return url.replaceAll("(?i)(password|pwd|secret|accesstoken)=[^&;]*", "$1=***")
                .replaceAll("//[^/@:]*:[^/@]*@", "//***@");
    }
}
