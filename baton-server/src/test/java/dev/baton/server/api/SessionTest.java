package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.testkit.TestPatience;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions are handles that every node knows, and end for every node; tokens come and go while nodes run. */
class SessionTest {

    private static final String TOKEN = "operator-token-0123456789";
    private static final String OTHER = "another-token-0123456789";
    private static final String OSCAR = entry("oscar", TOKEN);
    private static final String OLGA = entry("olga", OTHER);

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @TempDir
    private Path folder;

    private static String entry(String name, String token) {
        return "[[security.tokens]]\nname = '" + name + "'\nrole = 'operator'\nsha256 = '" + Secrets.sha256(token)
                + "'\n";
    }

    /** What a browser has after it has signed in. */
    private record Browser(String cookie, String proof) {

        static Browser signIn(TestNode node, String token) throws Exception {
            Reply session = node.post("/v1/session", "{\"token\": \"" + token + "\"}");
            assertThat(session.status()).isEqualTo(200);
            String header =
                    session.response().headers().firstValue("Set-Cookie").orElseThrow();
            return new Browser(
                    header.substring(0, header.indexOf(';')),
                    session.json().path("csrfToken").asString());
        }

        Reply look(TestNode node) throws Exception {
            return node.send(node.request("/v1/leaders").header("Cookie", cookie));
        }

        Reply signOut(TestNode node) throws Exception {
            return node.send(node.request("/v1/session/end")
                    .header("Cookie", cookie)
                    .header("X-CSRF-Token", proof)
                    .POST(BodyPublishers.noBody()));
        }
    }

    private static int bearer(TestNode node, String token) throws Exception {
        return node.send(node.request("/v1/leaders").header("Authorization", "Bearer " + token))
                .status();
    }

    @Test
    void aCookieIsAHandleAndEndsOnAllNodesAtOnce() throws Exception {
        try (TestNode one = new TestNode(OSCAR, url);
                TestNode other = new TestNode(OSCAR, url)) {
            Browser browser = Browser.signIn(one, TOKEN);
            Browser second = Browser.signIn(one, TOKEN);
            assertThat(browser.cookie()).doesNotContain(TOKEN).isNotEqualTo(second.cookie());
            assertThat(bearer(one, browser.cookie().replace("baton_session=", "")))
                    .isEqualTo(401);
            assertThat(rows("SELECT COUNT(*) FROM baton_sessions WHERE handle_hash LIKE '%"
                            + browser.cookie().substring(14, 30) + "%'"))
                    .as("the table does not tell the handle")
                    .isZero();
            assertThat(browser.look(other).status()).isEqualTo(200);

            assertThat(browser.signOut(other).status()).isEqualTo(200);

            assertThat(browser.look(one).status()).isEqualTo(401);
            assertThat(browser.look(one).body()).contains("this session has ended");
            assertThat(second.look(one).status()).isEqualTo(200);
        }
    }

    @Test
    void rowsMadeByHandLetNobodyIn() throws Exception {
        try (TestNode node = new TestNode(OSCAR, url)) {
            Browser browser = Browser.signIn(node, TOKEN);
            change("UPDATE baton_sessions SET handle_hash = '" + Secrets.sha256("mine") + "'");
            assertThat(new Browser("baton_session=mine.x", "").look(node).status())
                    .isEqualTo(401);
            assertThat(browser.look(node).status()).isEqualTo(401);
        }
    }

    @Test
    void sessionsEndByRestAndByAge() throws Exception {
        String limits = "[security]\nsession_idle_timeout = '10h'\nsession_timeout = '48h'\n";
        try (TestNode node = new TestNode(limits + OSCAR, url)) {
            Browser browser = Browser.signIn(node, TOKEN);
            change("UPDATE baton_sessions SET seen_at = DATEADD('HOUR', -9, CURRENT_TIMESTAMP)");
            assertThat(browser.look(node).status()).isEqualTo(200);
            assertThat(rows("SELECT COUNT(*) FROM baton_sessions"
                            + " WHERE seen_at > DATEADD('HOUR', -8, CURRENT_TIMESTAMP)"))
                    .as("whoever asks is not idle")
                    .isEqualTo(1);
            change("UPDATE baton_sessions SET created_at = DATEADD('HOUR', -49, CURRENT_TIMESTAMP)");
            assertThat(browser.look(node).status()).isEqualTo(401);

            Browser idle = Browser.signIn(node, TOKEN);
            change("UPDATE baton_sessions SET seen_at = DATEADD('HOUR', -11, CURRENT_TIMESTAMP)");
            assertThat(idle.look(node).status()).isEqualTo(401);
        }
    }

    @Test
    void aTokenThatIsRemovedIsRefusedWithItsSessionsOnEveryNode() throws Exception {
        try (TestNode one = new TestNode(OSCAR + OLGA, url);
                TestNode other = new TestNode(OSCAR + OLGA, url)) {
            one.reconfigure(OSCAR + OLGA);
            Browser oscar = Browser.signIn(one, TOKEN);
            Browser olga = Browser.signIn(one, OTHER);

            one.reconfigure(OLGA);

            assertThat(bearer(one, TOKEN)).isEqualTo(401);
            assertThat(oscar.look(one).status()).isEqualTo(401);
            assertThat(oscar.look(other).status())
                    .as("a node that has not read its file again")
                    .isEqualTo(401);
            assertThat(olga.look(other).status()).isEqualTo(200);

            one.reconfigure("[[security.tokens");
            assertThat(bearer(one, OTHER)).as("half a file changes nothing").isEqualTo(200);

            one.reconfigure("");
            assertThat(one.get("/v1/leaders").status())
                    .as("without any token nobody becomes local")
                    .isEqualTo(401);
            assertThat(bearer(one, OTHER)).isEqualTo(401);
        }
    }

    @Test
    void aTokenExpiresWithItsSessions() throws Exception {
        try (TestNode node =
                new TestNode(OSCAR + "expires = 2030-01-01T00:00:00Z\n" + OLGA + "expires = '2040-01-01'\n")) {
            node.setClock(Instant.parse("2029-12-31T23:59:59Z"));
            Browser oscar = Browser.signIn(node, TOKEN);
            Browser olga = Browser.signIn(node, OTHER);
            assertThat(bearer(node, TOKEN)).isEqualTo(200);
            assertThat(oscar.look(node).status()).isEqualTo(200);

            node.setClock(Instant.parse("2030-01-01T00:00:00Z"));

            assertThat(bearer(node, TOKEN)).isEqualTo(401);
            assertThat(oscar.look(node).status()).isEqualTo(401);
            assertThat(node.post("/v1/session", "{\"token\": \"" + TOKEN + "\"}")
                            .status())
                    .isEqualTo(401);
            assertThat(olga.look(node).status()).isEqualTo(200);
        }
    }

    @Test
    void aTokenInAFileIsReplacedWithItAndOutlivesIt() throws Exception {
        Path secret = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        String toml = "[[security.tokens]]\nname = 'ci'\nrole = 'operator'\nfile = '" + secret + "'\n";
        try (TestNode node = new TestNode(toml)) {
            Browser browser = Browser.signIn(node, TOKEN);
            Files.writeString(secret, OTHER);
            node.reconfigure(toml);
            assertThat(bearer(node, TOKEN)).isEqualTo(401);
            assertThat(browser.look(node).status()).isEqualTo(401);
            assertThat(bearer(node, OTHER)).isEqualTo(200);

            Files.delete(secret);
            node.reconfigure(toml + OSCAR);
            assertThat(bearer(node, OTHER)).isEqualTo(200);
            assertThat(bearer(node, TOKEN)).as("the rest of the file counts").isEqualTo(200);
        }
    }

    /** A table that is not there stands for a database that is away: the rest of it is needed to answer. */
    @Test
    void whileTheDatabaseIsAwayOnlyWhoWasSeenLatelyIsLetIn() throws Exception {
        try (TestNode node = new TestNode(OSCAR, url)) {
            Browser seen = Browser.signIn(node, TOKEN);
            Browser unseen = Browser.signIn(node, TOKEN);
            assertThat(seen.look(node).status()).isEqualTo(200);
            execute("ALTER TABLE baton_sessions RENAME TO away");
            assertThat(seen.look(node).status()).isEqualTo(200);
            assertThat(unseen.look(node).status()).isGreaterThanOrEqualTo(500);
            assertThat(seen.signOut(node).status())
                    .as("what is not ended is not said to be")
                    .isGreaterThanOrEqualTo(500);
            execute("ALTER TABLE away RENAME TO baton_sessions");
            assertThat(seen.signOut(node).status()).isEqualTo(200);
            execute("ALTER TABLE baton_sessions RENAME TO away");
            assertThat(seen.look(node).status()).isGreaterThanOrEqualTo(500);
        }
    }

    @Test
    @Timeout(600)
    void aFeedEndsWithItsSession() throws Exception {
        try (TestNode node = new TestNode(OSCAR, url)) {
            Browser browser = Browser.signIn(node, TOKEN);
            HttpResponse<InputStream> feed = feed(node, "Cookie", browser.cookie());
            change("UPDATE baton_sessions SET seen_at = DATEADD('MINUTE', -30, CURRENT_TIMESTAMP)");
            node.node().feed().hub().endUnwelcome();
            assertThat(rows("SELECT COUNT(*) FROM baton_sessions"
                            + " WHERE seen_at > DATEADD('MINUTE', -30, CURRENT_TIMESTAMP)"))
                    .as("a page that is left open keeps nobody awake")
                    .isZero();
            assertThat(node.node().feed().hub().viewers()).isEqualTo(1);

            browser.signOut(node);
            node.node().feed().hub().endUnwelcome();

            feed.body().readAllBytes(); // until its end
            assertThat(node.node().feed().hub().viewers()).isZero();
        }
    }

    @Test
    void aFeedEndsWithWhatItsTokenMayDo() throws Exception {
        try (TestNode node = new TestNode(OSCAR + OLGA)) {
            HttpResponse<InputStream> oscars = feed(node, "Authorization", "Bearer " + TOKEN);
            HttpResponse<InputStream> olgas = feed(node, "Authorization", "Bearer " + OTHER);
            node.node().feed().hub().endUnwelcome();
            assertThat(node.node().feed().hub().viewers()).isEqualTo(2);

            node.reconfigure(OLGA);
            endsAFeed(node, 1);
            oscars.body().readAllBytes(); // until its end
            node.reconfigure(OLGA + "queues = ['mail']\n");
            endsAFeed(node, 0);
            olgas.body().readAllBytes();
        }
    }

    private static HttpResponse<InputStream> feed(TestNode node, String header, String value) throws Exception {
        HttpResponse<InputStream> feed = HttpClient.newHttpClient()
                .send(node.request("/v1/events").header(header, value).build(), BodyHandlers.ofInputStream());
        assertThat(feed.statusCode()).isEqualTo(200);
        return feed;
    }

    private static void endsAFeed(TestNode node, int left) throws Exception {
        node.node().feed().hub().endUnwelcome();
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.node().feed().hub().viewers() == left);
    }

    /** Nobody stays by a database that is away for longer than he could rest. */
    @Test
    void whileTheDatabaseIsAwayNobodyIsLetInForLongerThanHeMayRest() throws Exception {
        String limits = "[security]\nsession_idle_timeout = '1s'\n";
        try (TestNode node = new TestNode(limits + OSCAR, url)) {
            Awaitility.await() // a machine that stands still ends sessions, too
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> {
                        Browser seen = Browser.signIn(node, TOKEN);
                        return seen.look(node).status() == 200 && isLetInAndThenNot(node, seen);
                    });
        }
    }

    private boolean isLetInAndThenNot(TestNode node, Browser browser) throws Exception {
        execute("ALTER TABLE baton_sessions RENAME TO away");
        try {
            boolean letIn = browser.look(node).status() == 200;
            Awaitility.await()
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> browser.look(node).status() >= 500);
            return letIn;
        } finally {
            execute("ALTER TABLE away RENAME TO baton_sessions");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void change(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }

    private int rows(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }
}
