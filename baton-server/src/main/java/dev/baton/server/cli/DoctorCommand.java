package dev.baton.server.cli;

import dev.baton.server.http.Json;
import dev.baton.sql.Doctor;
import dev.baton.sql.database.Database;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code baton doctor} */
@Command(name = "doctor", description = "Examines whether a database will do, and says what to mend. Changes nothing.")
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private LocalDatabase database;

    @Mixin
    private TableOptions tables;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        DataSource source = database.source();
        Database.Options options =
                new Database.Options(tables.names(), false, SchemaCommand.COMPONENTS, "baton_leader_change");
        List<Doctor.Finding> findings = new Doctor(source, source, options).examine();
        output.table(Json.tree(findings), "passed", "check", "sentence");
        return findings.stream().allMatch(Doctor.Finding::passed) ? 0 : 1;
    }
}
