package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.server.http.Json;
import dev.baton.server.http.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {

    @TempDir
    private Path folder;

    private Configuration read(String toml) throws IOException {
        return read(toml, Map.of(), Map.of());
    }

    private Configuration read(String toml, Map<String, String> environment, Map<String, String> flags)
            throws IOException {
        Path file = Files.writeString(folder.resolve("baton.toml"), toml);
        return new ConfigReader(environment, flags).read(Optional.of(file));
    }

    @Test
    void hasTheDocumentedDefaults() {
        Configuration config = new ConfigReader(Map.of(), Map.of()).read(Optional.empty());

        assertThat(config.server().bind()).isEqualTo("127.0.0.1");
        assertThat(config.server().port()).isEqualTo(8080);
        assertThat(config.server().portGiven()).isFalse();
        assertThat(config.database().url()).isEmpty();
        assertThat(config.election().lease()).isEqualTo(Strategy.lease60());
        assertThat(config.election().session()).isEqualTo(Strategy.session());
        assertThat(config.election().sharedSessions()).isFalse();
        assertThat(config.election().channel()).isEqualTo("baton_leader_change");
        assertThat(config.submissions().settings().concurrency()).isEqualTo(16);
        assertThat(config.submissions().settings().maxPayload()).isEqualTo(16 * 1024);
        assertThat(config.submissions().isDivided()).isFalse();
        assertThat(config.jobs().settings().threads()).isEqualTo(10);
        assertThat(config.effective())
                .containsEntry("election.lease_duration", "1m")
                .containsEntry("jobs.lock_timeout", "2m");
    }

    /** Who forgets a kind has too little, not too much. */
    @ParameterizedTest
    @ValueSource(strings = {"queues", "targets", "roles"})
    void aScopeThatNamesAnythingHoldsNothingElse(String kind) throws IOException {
        String token = "[[security.tokens]]\nname = 'a'\nsha256 = '" + "ab".repeat(32) + "'\n";
        Scope scope = read(token + kind + " = ['x']\n")
                .security()
                .tokens()
                .get()
                .get(0)
                .grant()
                .scope();
        List<String> named = List.of("x");
        List<String> nothing = List.of();
        assertThat(scope)
                .isEqualTo(new Scope(
                        kind.equals("queues") ? named : nothing,
                        kind.equals("targets") ? named : nothing,
                        kind.equals("roles") ? named : nothing));
    }

    @Test
    void flagsBeatTheEnvironmentWhichBeatsTheFile() throws IOException {
        String toml = "[node]\nid = 'file'\n[election]\ndrain_timeout = '1s'\nlease_duration = '90s'\n";
        Map<String, String> environment = Map.of("BATON_NODE_ID", "env", "BATON_ELECTION_DRAIN_TIMEOUT", "2s");

        Configuration config = read(toml, environment, Map.of("node.id", "flag"));

        assertThat(config.node().id()).hasValue("flag");
        assertThat(config.election().drainTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.election().lease().lease()).isEqualTo(Duration.ofSeconds(90));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        [nodes] ^ id = 'a'                                       | 'nodes' is no setting
        [election] ^ leese_duration = '1s'                       | 'election.leese_duration' is no setting
        [election] ^ lease_duration = 60                         | election.lease_duration is '60'
        [election] ^ lease_duration = 'long'                     | with a unit
        [election] ^ enabled = 'yes'                             | must be true or false
        [election] ^ strategy = 'quorum'                         | use one of lease, session
        [election] ^ strategy = 'lease' ^ takeover = 'immediate' | only be taken over when it has expired
        [election] ^ trust_window = '600ms'                      | must be at least twice
        [election] ^ renew_interval = '60s'                      | must be shorter than lease_duration
        [election] ^ lease_name = 'scheduler'                    | that role has another duty
        [election] ^ lease_name = 'not a role'                   | role 'not a role' is not allowed
        [database] ^ schema = 'a;b'                              | database.schema and database.table_prefix cannot be used
        [database] ^ table_prefix = 'Some-'                      | database.schema and database.table_prefix cannot be used
        [node] ^ observer = true ^ prefer = true                 | cannot be preferred
        [database] ^ user = 'me'                                 | without database.url
        [database] ^ url = 'postgres://x'                        | it must be a JDBC URL
        [database] ^ url = 'jdbc:mysql://h/d'                    | let it begin with jdbc:mariadb:
        [database] ^ url = 'jdbc:oracle:thin:@h'                 | no driver here knows it
        [database] ^ url = 'jdbc:h2:x' ^ auth = 'azure-default'  | only jdbc:sqlserver
        [database] ^ url = 'jdbc:sqlserver://h' ^ auth = 'azure-default' | put those of baton-azure beside it
        [jobs] ^ lock_timeout = '1m'                             | must be longer than 3 x
        [jobs.defined.a] ^ interval = '1m' ^ cron = '* * * * *'  | choose one
        [jobs.defined.a] ^ timezone = 'UTC'                      | only a cron has
        [gateways.g] ^ type = 'fake' ^ outcom = 'accepted'       | 'gateways.g.outcom' is no setting
        [targets.t] ^ gateway = 'g' ^ policy = 'one_shot'        | which is not configured
        [[alerts]] ^ name = 'a'                                  | alerts.1.condition is missing
        [[security.tokens]] ^ name = 'a'                         | exactly one of sha256, file and env
        [[security.tokens]] ^ name = 'a' ^ sha256 = 'abc'        | 64 hexadecimal digits
        [[security.tokens]] ^ name = 'a' ^ expires = 'soon'      | it must be like 2026-12-31
        [security] ^ session_idle_timeout = '13h'                | at most security.session_timeout
        [security] ^ session_timeout = '31d'                     | may be 720h
        [credentials.c] ^ file = '/nowhere'                      | credentials.c.type is missing
        [credentials.c] ^ type = 'bearer'                        | exactly one of them
        [credentials.c] ^ type = 'bearer' ^ file = '/nowhere'    | credentials.c.file is '/nowhere', which cannot be read
        [credentials.c] ^ type = 'bearer' ^ env = 'NOWHERE'      | no such variable
        [credentials.c] ^ type = 'basic' ^ env = 'ANY'           | credentials.c.user goes with type basic
        [credentials.c] ^ type = 'header' ^ env = 'ANY'          | credentials.c.header goes with type header
        [gateways.g] ^ type = 'http' ^ credential = 'c'          | there is no [credentials.c]
        [gateways.g] ^ type = 'http' ^ url = 'http://u:p@h'      | holds a user or a password
        [server] ^ port = 70000                                  | it must be 0 to 65535
        this is = not = toml                                     | is not TOML: line 1
        """)
    void refusesWhatCannotWorkWithTheKeyTheValueAndWhatIsAllowed(String toml, String said) {
        assertThatThrownBy(() -> read(toml.replace(" ^ ", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(said);
    }

    /** The table of the interface, key by key. */
    @Test
    void understandsEveryDocumentedKey() throws IOException {
        Files.writeString(folder.resolve("password"), "a-password");
        String toml = """
                [node]
                id = "n"
                observer = false
                prefer = true
                [database]
                url = "jdbc:postgresql://h/d"
                user = "u"
                password_file = "FOLDER/password"
                auth = "password"
                leadership_url = "jdbc:postgresql://h2/d"
                leadership_user = "l"
                leadership_password_file = "FOLDER/password"
                [election]
                enabled = true
                disabled_mode = "always-leader"
                holder_id = "n-1"
                namespace = "mine"
                strategy = "session"
                takeover = "exclusive"
                lease_duration = "60s"
                renew_interval = "20s"
                acquire_interval = "30s"
                heartbeat_interval = "500ms"
                trust_window = "2s"
                session_lease = "10s"
                backoff_min = "200ms"
                backoff_max = "800ms"
                error_backoff_max = "5s"
                lock_timeout = "10s"
                shared_sessions = true
                drain_timeout = "10s"
                listen_channel = "changes"
                epoch_stale_threshold = "30s"
                [election.roles.mine]
                strategy = "session"
                takeover = "immediate"
                lock_key = "7"
                [submissions]
                schedule_refresh_interval = "1s"
                retry_delay = "5s"
                concurrency = 1
                max_payload = "16KiB"
                shards = 16
                [gateways.g]
                type = "http"
                url = "http://127.0.0.1:9/"
                connect_timeout = "2s"
                request_timeout = "10s"
                [gateways.f]
                type = "fake"
                outcome = "rejected:provider_failure"
                error_rate = 0.2
                delay = "2s"
                [targets."t"]
                gateway = "g"
                policy = "deadline"
                max_acceptance = "1m"
                terminal_outcomes = ["provider_failure"]
                webhook = "http://127.0.0.1:9/hook"
                webhook_unsigned = true
                [targets."u"]
                gateway = "f"
                policy = "max_attempts"
                max_attempts = 3
                [jobs]
                poll_interval = "1m"
                threads = 10
                lock_timeout = "2m"
                heartbeat = "30s"
                default_interval = "10m"
                [jobs.defined.a]
                interval = "1m"
                retries = 3
                [jobs.defined.b]
                cron = "0 6 * * *"
                timezone = "Europe/Vienna"
                catch_up = 2
                [[alerts]]
                name = "a"
                condition = "sum(baton_leader_is_leader) < 1"
                for = "1m"
                severity = "critical"
                notify = ["n"]
                [notifiers.n]
                type = "webhook"
                url = "http://127.0.0.1:9/"
                key_file = "FOLDER/password"
                [security]
                plain_http = true
                tls_key_store = "FOLDER/keys.p12"
                tls_password_file = "FOLDER/password"
                [[security.tokens]]
                name = "t"
                role = "submitter"
                env = "BATON_T"
                [log]
                level = "debug"
                format = "json"
                """.replace("FOLDER", folder.toString());

        Configuration config = read(toml, Map.of("BATON_T", "0123456789abcdef"), Map.of());

        assertThat(config.election().namespace()).isEqualTo("mine");
        assertThat(config.jobs().defined()).hasSize(2);
        assertThat(config.database().leadership()).isPresent();
    }

    @Test
    void refusesAVariableThatSetsNothing() {
        Map<String, String> environment = Map.of("BATON_ELECTION_LEASE_DURATON", "1s");

        assertThatThrownBy(() -> new ConfigReader(environment, Map.of()).read(Optional.empty()))
                .hasMessageContaining("BATON_ELECTION_LEASE_DURATON");
    }

    @Test
    void leavesVariablesAloneThatAreNotSettings() {
        Map<String, String> environment = Map.of("BATON_TOKEN", "x", "BATON_DB_PASSWORD", "y", "BATONS", "z");

        assertThat(new ConfigReader(environment, Map.of())
                        .read(Optional.empty())
                        .effective())
                .doesNotContainValue("x")
                .doesNotContainValue("y");
    }

    @Test
    void showsNothingSecret() throws IOException {
        Files.writeString(folder.resolve("secret"), "hidden-token-0123456789");
        String toml = "[database]\nurl = 'jdbc:postgresql://h/d?user=u&password=hunter2'\n[[security.tokens]]\n"
                + "name = 'ops'\nrole = 'operator'\nfile = '" + folder.resolve("secret") + "'\n"
                + "[[security.tokens]]\nname = 'ci'\nsha256 = '" + "ab".repeat(32) + "'\n";

        Configuration config = read(toml, Map.of("BATON_DB_PASSWORD", "hunter3"), Map.of());

        assertThat(Json.text(config.effective()) + config)
                .doesNotContain("hunter2", "hunter3", "hidden-token", "abababab");
        assertThat(config.database().url().orElseThrow().password()).contains("hunter3");
        assertThat(config.security().tokens().get()).hasSize(2);
    }

    @Test
    void rolesOfCommandsAreDividedAndTheServersOwnAreNot() throws IOException {
        Configuration config = read("[node]\nweight = 3\n[election.roles.orders]\nshards = 16\n");
        assertThat(config.election().shards("orders")).hasValue(16);
        assertThat(config.election().shards("other")).isEmpty();
        assertThat(config.node().weight()).isEqualTo(3);
        assertThat(read("").node().weight()).isEqualTo(1);
        assertThatThrownBy(() -> read("[election.roles.submission-manager-executor]\nshards = 16\n"))
                .hasMessageContaining("submissions.shards");
        assertThatThrownBy(() -> read("[election.roles.scheduler]\nshards = 2\n"))
                .hasMessageContaining("election.roles.scheduler.shards");
        assertThatThrownBy(() -> read("[election.roles.orders]\nshards = 1025\n"))
                .hasMessageContaining("election.roles.orders.shards");
        assertThatThrownBy(() -> read("[node]\nweight = 0\n")).hasMessageContaining("node.weight");
    }

    @Test
    void rolesHaveTheirOwnStrategyAndTakeover() throws IOException {
        Configuration config =
                read("[election.roles.scheduler]\nstrategy = 'lease'\n[election.roles.mine]\nlock_key = '-7'\n");

        assertThat(config.election().candidacy("scheduler").strategy().orElseThrow())
                .isInstanceOf(Strategy.Lease.class);
        assertThat(config.election()
                        .candidacy("log-compactor")
                        .strategy()
                        .orElseThrow()
                        .takeover())
                .isEqualTo(Takeover.IMMEDIATE);
        assertThat(config.election().candidacy("mine").strategy().orElseThrow().takeover())
                .isEqualTo(Takeover.EXCLUSIVE);
        assertThat(config.election().candidacy("mine").lockKey()).hasValue(-7);
        assertThat(config.election().candidacy("mine").withoutSessions()).contains(Strategy.lease60());
        assertThat(config.election().candidacy("scheduler").withoutSessions()).isEmpty();
    }
}
