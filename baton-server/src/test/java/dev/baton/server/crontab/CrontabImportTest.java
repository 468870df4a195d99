package dev.baton.server.crontab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.WorkConfig.Command;
import dev.baton.server.crontab.Crontab.Entry;
import dev.baton.server.crontab.Crontab.Remark;
import dev.baton.server.crontab.Crontab.Surroundings;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a crontab says is what the configuration says that is made of it, and what a node then does. */
class CrontabImportTest {

    private static final Surroundings BERLIN = new Surroundings(false, "baton", "Europe/Berlin");

    @TempDir
    private Path folder;

    private static Crontab read(String text, Surroundings surroundings) {
        return CrontabReader.read(text, surroundings);
    }

    private static String remarks(Crontab crontab) {
        return String.join(
                "\n",
                crontab.remarks().stream()
                        .map(remark -> remark.line() + " " + remark.why())
                        .toList());
    }

    @Test
    void timesZonesAndVariablesAreThoseAboveTheLine() {
        Crontab crontab = read("""
                # comment
                PATH=/opt/bin:/bin
                  "GREETING" =  'hello  there '
                */5 1-3 * * mon-fri\t/opt/a.sh --all

                CRON_TZ=UTC
                SHELL = /bin/bash
                @daily  cd /srv && LC_ALL=C ./b.py # a comment is the shell's
                """, BERLIN);

        assertThat(crontab.remarks()).isEmpty();
        assertThat(crontab.entries())
                .extracting(Entry::line, Entry::cron, Entry::zone, Entry::command)
                .containsExactly(
                        tuple(4, "*/5 1-3 * * mon-fri", "Europe/Berlin", "/opt/a.sh --all"),
                        tuple(8, "@daily", "UTC", "cd /srv && LC_ALL=C ./b.py # a comment is the shell's"));
        assertThat(crontab.entries().get(0).environment())
                .isEqualTo(Map.of("PATH", "/opt/bin:/bin", "SHELL", "/bin/sh", "GREETING", "hello  there "));
        assertThat(crontab.entries().get(1).environment()).containsEntry("SHELL", "/bin/bash");
    }

    @Test
    void whatStandsAfterAPercentSignIsReadByTheCommand() {
        Crontab crontab = read("""
                0 1 * * * date +\\%F
                0 2 * * * mail -s x%Hello,%it is 5\\% past
                0 3 * * * cat%
                """, BERLIN);

        assertThat(crontab.entries())
                .extracting(Entry::command, Entry::input)
                .containsExactly(
                        tuple("date +%F", ""), tuple("mail -s x", "Hello,\nit is 5% past\n"), tuple("cat", "\n"));
    }

    @Test
    void whatCannotBeDoneIsNamedByItsLine() {
        Crontab crontab = read("""
                MAILTO=ops@example.org
                @reboot /opt/first
                61 * * * * /opt/late
                0 5 * * *
                nonsense
                CRON_TZ=Mars/Olympus
                0 4 * * * /opt/there
                CRON_TZ=
                0 0 30 2 * /opt/never
                @hourly /opt/fine
                """, BERLIN);

        assertThat(crontab.entries()).extracting(Entry::command).containsExactly("/opt/fine");
        assertThat(crontab.remarks()).extracting(Remark::line).containsExactly(1, 2, 3, 4, 5, 7, 9);
        assertThat(crontab.remarks())
                .extracting(Remark::lost)
                .containsExactly(false, true, true, true, true, true, true);
        assertThat(remarks(crontab))
                .contains("1 nothing is mailed", "2 a cluster does not boot", "3 cron field minute '61'")
                .contains(
                        "4 there is no command",
                        "5 it has neither five fields",
                        "7 there is no time zone 'Mars/Olympus'")
                .contains("9 cron expression '0 0 30 2 *' never matches");
    }

    @Test
    void noCharacterButANewLineBeginsALine() {
        List<String> lines = List.of(
                "# comment\r* * * * * /opt/hidden",
                "@daily /opt/a\rb",
                "@daily /opt/a\0b",
                "@daily /opt/\u001bc",
                "@daily /opt/\u0085d\r",
                "@daily\t/opt/fine\t1\r",
                "");
        Crontab crontab = read(String.join("\n", lines), BERLIN);

        assertThat(crontab.entries()).extracting(Entry::command).containsExactly("/opt/fine\t1");
        assertThat(remarks(crontab))
                .isEqualTo("2 it has a control character, U+000D\n3 it has a control character, U+0000\n"
                        + "4 it has a control character, U+001B\n5 it has a control character, U+0085");
    }

    @Test
    void noJobHasTheNameOfABuiltInOne() throws IOException {
        Crontab crontab = read("@daily /opt/sample\n@daily /opt/sample-recurring.sh\n", BERLIN);
        CrontabToml toml = new CrontabToml("/home/baton", 0);

        assertThat(toml.jobs(crontab))
                .extracting(CrontabToml.Job::name)
                .containsExactly("sample-2", "sample-recurring-2");
        assertThat(configuration(toml.write(crontab, "it")).jobs().work().commands())
                .containsOnlyKeys("sample-2", "sample-recurring-2");
    }

    @Test
    void aLineOfAnotherAccountIsNotRunAsTheNodes() {
        Crontab crontab = read("""
                17 * * * * root cd / && run-parts --report /etc/cron.hourly
                @weekly baton /opt/own
                * * * * * baton
                """, new Surroundings(true, "baton", "UTC"));

        assertThat(crontab.entries()).extracting(Entry::command).containsExactly("/opt/own");
        assertThat(remarks(crontab)).contains("1 it runs as root, and the node as baton", "3 there is no command");
    }

    @Test
    void theConfigurationSaysTheSame() throws IOException {
        Crontab crontab = read("""
                HOME=/srv/data
                ODD="a\\b 'c'
                0 3 * * * /opt/backup.sh "all" > /dev/null
                @daily cd /x && /opt/backup.sh again%line "one"
                @reboot never
                """, BERLIN);
        Configuration configuration = configuration(new CrontabToml("/home/baton", 2).write(crontab, "a\tfile"));

        assertThat(configuration.jobs().defined())
                .extracting(
                        job -> job.name(),
                        job -> job.schedule().toString(),
                        job -> job.request().handler())
                .containsExactly(
                        tuple("backup", "Cron[expression=0 3 * * *, zone=Europe/Berlin, catchUp=0]", "backup"),
                        tuple("backup-2", "Cron[expression=@daily, zone=Europe/Berlin, catchUp=0]", "backup-2"));
        assertThat(configuration.jobs().defined().get(0).request().retries().maxAttempts())
                .isEqualTo(3);
        Command first = configuration.jobs().work().commands().get("backup");
        Command second = configuration.jobs().work().commands().get("backup-2");
        assertThat(first.arguments()).containsExactly("/bin/sh", "-c", "/opt/backup.sh \"all\" > /dev/null");
        assertThat(first.directory()).contains(Path.of("/srv/data"));
        assertThat(first.environment())
                .containsEntry("ODD", "\"a\\b 'c'")
                .containsEntry("HOME", "/srv/data")
                .containsEntry("PATH", "/usr/bin:/bin");
        assertThat(first.input()).contains("");
        assertThat(second.input()).contains("line \"one\"\n");
    }

    private Configuration configuration(String toml) throws IOException {
        Path file = Files.writeString(folder.resolve("baton.toml"), toml);
        return new ConfigReader(Map.of(), Map.of()).read(Optional.of(file));
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "crontabs are there where sh is")
    void aNodeRunsWhatCronWouldHaveRun() throws Exception {
        Path out = folder.resolve("out");
        Crontab crontab = read(
                "WHO=world\n0 0 1 1 * printf '\\%s ' \"$WHO\" \"$PWD\" \"$(cat)\" > half && mv half " + out
                        + "%from%here\n",
                BERLIN);
        try (TestNode node = new TestNode(new CrontabToml(folder.toRealPath().toString(), 0).write(crontab, "it"))) {
            String id = node.awaitJob("printf");
            assertThat(node.post("/v1/jobs/" + id + "/trigger", "").status()).isEqualTo(200);
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> Files.exists(out));
            assertThat(out).hasContent("world " + folder.toRealPath() + " from\nhere ");
        }
    }
}
