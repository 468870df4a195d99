package dev.baton.server.cli;

import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import dev.baton.server.log.LogSetup;
import dev.baton.server.serve.Serve;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton serve} */
@Command(name = "serve", description = "Runs one node: HTTP API, dashboard, submissions and jobs.")
final class ServeCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Where to listen; 127.0.0.1 by default.")
    private String bind;

    @Option(names = "--port", paramLabel = "N", description = "The port; 8080 or the next free one by default.")
    private String port;

    @Option(names = "--print-config", description = "Shows the effective configuration, without secrets, and ends.")
    private boolean print;

    @Override
    public Integer call() throws Exception {
        Map<String, String> own = new LinkedHashMap<>();
        own.put("server.bind", bind);
        own.put("server.port", port);
        Configuration configuration = node.read(own);
        if (print) {
            spec.commandLine().getOut().println(Json.pretty(configuration.effective()));
            return 0;
        }
        LogSetup.serve(configuration.log().level(), configuration.log().format());
        Serve.runAlone(configuration, spec.commandLine().getErr());
        return 0;
    }
}
