package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.micrometer.Metric;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.testkit.Installed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files under {@code deploy}: well-formed, and of one mind with the server. What runs them is not here to be asked. */
class DeployFilesTest {

    private static final Path DEPLOY = Path.of("../../deploy");
    private static final Pattern METRIC = Pattern.compile("\\b(baton|submission)_[a-z_]+");

    @TempDir
    private Path folder;

    private static List<JsonNode> documents(String file) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        try (MappingIterator<JsonNode> documents = YAMLMapper.builder()
                .build()
                .readerFor(JsonNode.class)
                .readValues(DEPLOY.resolve(file).toFile())) {
            documents.forEachRemaining(all::add);
        }
        return all;
    }

    @Test
    void theManifestsAreFiveObjectsWithProbesAndABudget() throws Exception {
        List<JsonNode> objects = documents("kubernetes/baton.yaml");
        assertThat(objects)
                .extracting(object -> object.get("kind").asString())
                .containsExactly("ConfigMap", "Service", "Service", "StatefulSet", "PodDisruptionBudget");
        JsonNode container = objects.get(3).at("/spec/template/spec/containers/0");
        assertThat(container.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/readyz");
        assertThat(container.at("/livenessProbe/httpGet/path").asString()).isEqualTo("/healthz");
        assertThat(objects.get(3)
                        .at("/spec/template/spec/securityContext/runAsNonRoot")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void composeStartsThreeNodesADatabaseAndAProxy() throws Exception {
        JsonNode services = documents("docker/compose.yaml").get(0).get("services");
        assertThat(services.propertyNames()).containsExactlyInAnyOrder("postgres", "n1", "n2", "n3", "proxy");
    }

    @Test
    void theImageDoesNotRunAsRoot() throws Exception {
        String image = Files.readString(DEPLOY.resolve("docker/Dockerfile"));
        assertThat(image.lines().filter(line -> line.startsWith("USER "))).containsExactly("USER 10001:10001");
        assertThat(image.lines().filter(line -> line.startsWith("FROM "))).hasSize(2);
    }

    @Test
    void grafanaAsksForMetricsThatNodesHave() throws Exception {
        JsonNode dashboard = JsonMapper.builder()
                .build()
                .readTree(DEPLOY.resolve("grafana/baton.json").toFile());
        Set<String> asked = new TreeSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                Matcher matcher = METRIC.matcher(target.get("expr").asString());
                while (matcher.find()) {
                    asked.add(matcher.group().replaceAll("_(bucket|sum|count)$", ""));
                }
            }
        }
        Set<String> counted =
                Stream.of(Metric.values()).map(Metric::prometheusName).collect(Collectors.toSet());
        assertThat(asked).hasSizeGreaterThan(20).isSubsetOf(counted);
    }

    @Test
    void haproxyAcceptsItsConfiguration() throws Exception {
        Path program = Installed.program("haproxy", "haproxy");
        run(program.toString(), "-c", "-f", absolute("haproxy/haproxy.cfg"));
    }

    @Test
    void systemdAcceptsTheUnit() throws Exception {
        Path program = Installed.program("systemd-analyze", "systemd");
        Path unit = folder.resolve("baton.service");
        String text = Files.readString(DEPLOY.resolve("systemd/baton.service"));
        Files.writeString(unit, text.replace("/usr/bin/java", "/bin/true")); // it looks for the program
        run(program.toString(), "verify", unit.toString());
    }

    /** Read as the server reads them, but for the files that hold secrets. */
    @Test
    void configurationsAreUnderstoodByTheServer() throws Exception {
        understood(Files.readString(DEPLOY.resolve("docker/baton.toml")));
        understood(
                documents("kubernetes/baton.yaml").get(0).at("/data/baton.toml").asString());
    }

    private void understood(String toml) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef0123456789abcdef");
        Path file = Files.writeString(
                folder.resolve("baton.toml"), toml.replaceAll("\"/run/secrets/[^\"]*\"", "\"" + secret + "\""));
        Configuration configuration = new ConfigReader(Map.of(), Map.of()).read(Optional.of(file));
        assertThat(configuration.security().tokens().get()).hasSize(1);
        assertThat(configuration.database().url()).isPresent();
    }

    private static String absolute(String file) {
        return DEPLOY.resolve(file).toAbsolutePath().normalize().toString();
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
