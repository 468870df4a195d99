package dev.baton.server.config;

import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.sql.schema.TableNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code [database]} */
final class DatabaseReader {

    /** The only variable that holds a password. */
    private static final String PASSWORD = "BATON_DB_PASSWORD";

    /** What the driver asks who signs in. */
    private static final String AZURE_IDENTITY = "com.azure.identity.DefaultAzureCredentialBuilder";

    private DatabaseReader() {}

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, DatabaseReader.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    static DatabaseConfig read(ConfigSection section, Map<String, String> environment) {
        String auth = section.choice("auth", "password", List.of("password", "azure-default"));
        Optional<Login> main = login(section, "", auth, Optional.ofNullable(environment.get(PASSWORD)));
        Optional<Login> leadership = login(section, "leadership_", auth, main.flatMap(Login::password));
        if (leadership.isPresent() && main.isEmpty()) {
            throw new ConfigException("database.leadership_url is set without database.url: the embedded database"
                    + " needs no second way; remove it or name the database");
        }
        int pool = section.number("pool_size", 10, 2, 1_000);
        boolean migrate = section.flag("migrate", true);
        TableNames tables = tables(section);
        section.done();
        return new DatabaseConfig(main, leadership, pool, migrate, tables);
    }

    private static TableNames tables(ConfigSection section) {
        String schema = section.text("schema", TableNames.DEFAULT.schema());
        String prefix = section.text("table_prefix", TableNames.DEFAULT.prefix());
        try {
            return new TableNames(schema, prefix);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("database.schema and database.table_prefix cannot be used: " + e.getMessage());
        }
    }

    private static Optional<Login> login(
            ConfigSection section, String prefix, String auth, Optional<String> otherwise) {
        Optional<String> url = section.hidden(prefix + "url", DatabaseConfig::shown);
        Optional<String> user = section.text(prefix + "user");
        Optional<String> file = section.text(prefix + "password_file");
        if (url.isEmpty()) {
            if (user.isPresent() || file.isPresent()) {
                throw new ConfigException("database." + prefix + (user.isPresent() ? "user" : "password_file")
                        + " is set without database." + prefix + "url: name the database or remove it");
            }
            return Optional.empty();
        }
        DatabaseConfig.unusable(url.get()).ifPresent(why -> {
            throw ConfigException.bad(section.key(prefix + "url"), DatabaseConfig.shown(url.get()), why);
        });
        Optional<String> password = file.map(
                        name -> ConfigReader.secretFile(section.key(prefix + "password_file"), name))
                .or(() -> otherwise);
        if (auth.equals("azure-default") && !url.get().startsWith("jdbc:sqlserver:")) {
            throw new ConfigException(
                    "database.auth is 'azure-default', which only jdbc:sqlserver: URLs know: use" + " 'password'");
        }
        if (auth.equals("azure-default") && !isPresent(AZURE_IDENTITY)) {
            throw new ConfigException(
                    "database.auth is 'azure-default', which needs the jars of Azure's identity library, and"
                            + " baton.jar does not have them: put those of baton-azure beside it on the class path, as"
                            + " docs/azure.md shows, or use 'password'");
        }
        return Optional.of(new Login(url.get(), user, password, auth));
    }
}
