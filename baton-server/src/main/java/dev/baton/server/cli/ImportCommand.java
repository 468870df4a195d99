package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import dev.baton.server.crontab.Crontab;
import dev.baton.server.crontab.Crontab.Remark;
import dev.baton.server.crontab.Crontab.Surroundings;
import dev.baton.server.crontab.CrontabReader;
import dev.baton.server.crontab.CrontabToml;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton jobs import} */
@Command(
        name = "import",
        description = {
            "Turns a crontab into the part of baton.toml that runs the same commands at the same times.",
            "Says on stderr what it makes and, by line, what it cannot do, and writes the rest to stdout or --out. The exit"
                    + " code is 1 if there is a line that it cannot do. Nothing is sent to a node: commands come from a"
                    + " node's own configuration alone."
        })
final class ImportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The crontab; '-' reads what 'crontab -l' says.")
    private String file;

    @Option(names = "--system", description = "Each line names an account, as in /etc/crontab and /etc/cron.d.")
    private boolean system;

    @Option(
            names = "--user",
            paramLabel = "ACCOUNT",
            description =
                    "The account that the node runs as; yours by default. With --system, lines of others are not made.")
    private String user = System.getProperty("user.name");

    @Option(names = "--home", paramLabel = "DIR", description = "Where commands run; your home by default.")
    private String home = System.getProperty("user.home");

    @Option(
            names = "--timezone",
            paramLabel = "ZONE",
            description = "Of lines without a CRON_TZ above them; this machine's by default.")
    private String zone;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "How often a failed run is tried again, or one whose node was lost; never by default, as cron does.")
    private int retries;

    @Option(names = "--out", paramLabel = "FILE", description = "A new file, instead of stdout.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        String local =
                Optional.ofNullable(zone).orElseGet(() -> ZoneId.systemDefault().getId());
        Crontab crontab = CrontabReader.read(read(), new Surroundings(system, user, local));
        CrontabToml toml = new CrontabToml(home, retries);
        explain(crontab, toml);
        write(toml.write(crontab, file.equals("-") ? "a crontab" : file));
        return crontab.isPartial() ? 1 : 0;
    }

    private String read() throws IOException {
        try {
            byte[] bytes = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new CommandException("there is no file " + file);
        }
    }

    private void explain(Crontab crontab, CrontabToml toml) {
        PrintWriter err = spec.commandLine().getErr();
        for (CrontabToml.Job job : toml.jobs(crontab)) {
            err.println("line " + job.entry().line() + ": job " + job.name() + ", "
                    + job.entry().cron() + " (" + job.entry().zone() + "), runs "
                    + job.entry().command());
        }
        for (Remark remark : crontab.remarks()) {
            err.println("line " + remark.line() + ": " + (remark.lost() ? "NOT IMPORTED, " : "") + remark.why() + ": "
                    + remark.text());
        }
        err.println(
                crontab.entries().size() + " jobs; put the text into baton.toml of every node that has the programs,"
                        + " start it again, and take the lines out of the crontab");
        err.flush();
    }

    private void write(String text) throws IOException {
        if (out == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
            return;
        }
        try {
            Files.writeString(out, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new CommandException(out + " is there already: name a new file, or add to it with >>");
        }
    }
}
