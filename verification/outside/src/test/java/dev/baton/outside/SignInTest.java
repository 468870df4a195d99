package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node beyond loopback asks who one is; the token is kept where scripts cannot read it. */
class SignInTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    void asksForATokenAndThenShowsTheCluster() throws Exception {
        Browser.requireInstalled();
        Path secret = Files.writeString(folder.resolve("token"), TOKEN);
        String security = """

                [server]
                bind = "0.0.0.0"

                [security]
                plain_http = true

                [[security.tokens]]
                name = "ann"
                role = "operator"
                file = "%s"
                """.formatted(secret);
        try (Fleet fleet = new Fleet(folder, security).start("n1");
                Browser browser = new Browser(fleet.url("n1"))) {
            browser.open("");
            browser.waitFor(".sign-in h1", "Sign in"::equals);
            browser.type("input[name=token]", "a wrong one, long enough");
            browser.click(".sign-in button");
            browser.waitFor(".toast", text -> text.contains("not known"));
            browser.retype("input[name=token]", TOKEN);
            browser.click(".sign-in button");
            browser.waitFor(".headline h1", text -> text.startsWith("All "));
            assertThat(browser.run("return document.cookie")).isEqualTo("");
            browser.open("leadership");
            browser.click("[data-role='log-compactor'] [data-action=drain]");
            browser.click("#dialog button[value=go]");
            browser.waitFor(".toast", text -> text.contains("leaves log-compactor"));
        }
    }
}
