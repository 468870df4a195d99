package dev.baton.azure;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** Data sources that log in as {@code DefaultAzureCredential} says. */
public final class AzureSql {

    /** The driver's name for it. */
    static final String AUTHENTICATION = "ActiveDirectoryDefault";

    private static final String PREFIX = "jdbc:sqlserver://";
    private static final Pattern PROPERTY = Pattern.compile(";\\s*([A-Za-z]+)\\s*=");
    private static final Set<String> SECRETS = Set.of("user", "username", "password", "accesstoken", "authentication");
    private static final int CONNECT_SECONDS = 10;
    private static final int ANSWER_MILLIS = 60_000;

    private AzureSql() {}

    /**
     * Not pooled: for a pool to draw from, and for leadership. Encrypted, with bounded waits, and with strings sent as the
     * columns have them.
     *
     * @param url {@code jdbc:sqlserver://NAME.database.windows.net;databaseName=…}, without any account
     */
    public static DataSource dataSource(String url) {
        refuseSecrets(url);
        SQLServerDataSource source = new SQLServerDataSource();
        source.setURL(url);
        source.setAuthentication(AUTHENTICATION);
        source.setEncrypt("true");
        source.setLoginTimeout(CONNECT_SECONDS);
        source.setSocketTimeout(ANSWER_MILLIS);
        source.setSendStringParametersAsUnicode(false);
        source.setApplicationName("baton");
        return source;
    }

    private static void refuseSecrets(String url) {
        if (!url.startsWith(PREFIX)) {
            throw new IllegalArgumentException("Entra ID is for SQL Server and Azure SQL: the URL must begin with "
                    + PREFIX + ", this one begins with " + url.split("[/;?]", 2)[0]);
        }
        Matcher properties = PROPERTY.matcher(url);
        while (properties.find()) {
            String name = properties.group(1);
            if (SECRETS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("the URL sets '" + name
                        + "', but DefaultAzureCredential says who logs in: remove it; a managed identity of one's own is"
                        + " named by AZURE_CLIENT_ID in the environment");
            }
        }
    }
}
