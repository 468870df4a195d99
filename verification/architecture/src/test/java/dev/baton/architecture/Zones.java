package dev.baton.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Words of a statement that mean another instant in a session of another time zone, or that look at the local fields of an
 * instant: two sessions would disagree by hours, and so would one before and after a change of summer time. And words that
 * mean another text in another language.
 */
final class Zones {

    private static final String LOCAL_NOW =
            "\\b(LOCALTIME|LOCALTIMESTAMP|CURRENT_DATE|CURRENT_TIME|CURDATE|CURTIME|SYSDATE|TODAY)\\b";
    private static final String LOCAL_FIELDS =
            "\\b(DATE_TRUNC|TO_CHAR|FORMATDATETIME|PARSEDATETIME)\\b|EXTRACT\\s*\\((?!EPOCH\\b)";
    private static final String LOCAL_COLUMN = "\\n\\s+\\w+\\s+timestamp\\b(?!\\(\\d\\) with time zone)";
    private static final String EVERYWHERE = LOCAL_NOW + "|" + LOCAL_FIELDS + "|" + LOCAL_COLUMN;

    /**
     * H2 counts local fields, and takes what it converts to a date into the session's zone, AT TIME ZONE or not. It
     * raises and lowers letters in the language of its process: in Turkish 'intents' becomes 'İNTENTS'.
     */
    private static final String H2 =
            "\\b(DATEDIFF|TIMESTAMPDIFF|UPPER|LOWER|UCASE|LCASE)\\b|\\bNOW\\s*\\(|AS\\s+(date|time|timestamp)(\\(\\d\\))?\\s*\\)";

    /**
     * What is kept is in UTC; UNIX_TIMESTAMP() without an argument is the same everywhere. InnoDB's own view alone is in the
     * server's local time.
     */
    private static final String MARIADB = "\\b((?<!CONVERT_TZ\\()NOW\\s*\\(|CURRENT_TIMESTAMP\\b|FROM_UNIXTIME\\b"
            + "|(?<!trx_started <= )CONVERT_TZ\\b|UNIX_TIMESTAMP\\((?!\\)))";

    /** What is kept is in UTC; the server's own views alone are in its local time. */
    private static final String SQL_SERVER = "\\b(GETDATE|CURRENT_TIMESTAMP|SYSDATETIMEOFFSET)\\b"
            + "|(?<!_time (?:<=|>) DATEADD\\((?:millisecond, -[@:]\\w{1,9}|second, 2), )\\bSYSDATETIME\\b";

    private static final Map<String, Pattern> NAIVE = Map.of(
            "h2", words(H2),
            "mariadb", words(MARIADB),
            "mysql", words(MARIADB),
            "galera", words(MARIADB),
            "mysql-galera", words(MARIADB),
            "sqlserver", words(SQL_SERVER),
            "babelfish", words(SQL_SERVER),
            "postgresql", words("::\\s*(date|timestamp)\\b"),
            "common", words("\\b(NOW|UPPER|LOWER)\\s*\\("));

    private Zones() {}

    private static Pattern words(String own) {
        return Pattern.compile(EVERYWHERE + "|" + own, Pattern.CASE_INSENSITIVE);
    }

    /** The statements of all modules and the words in them, by their place in the project. */
    static List<Path> statements() {
        return Repository.published().stream()
                .map(module -> module.resolve("src/main/resources"))
                .flatMap(module -> Stream.concat(
                        Repository.files(module, ".sql").stream(),
                        Repository.files(module, "words.properties").stream()))
                .map(Repository.root()::relativize)
                .toList();
    }

    /** The first such word of a statement, or nothing. */
    static List<String> naive(Path file, String text) {
        return NAIVE.entrySet().stream()
                .filter(dialect -> isBelow(file, dialect.getKey()))
                .map(dialect -> dialect.getValue().matcher(text))
                .filter(found -> found.find())
                .map(found -> file + ": " + found.group().strip())
                .toList();
    }

    private static boolean isBelow(Path file, String folder) {
        return StreamSupport.stream(file.spliterator(), false).anyMatch(Path.of(folder)::equals);
    }
}
