/** A program as a user writes it: on the module path it sees what the libraries export, and nothing else. */
module dev.baton.jars {
    requires com.h2database;
    requires dev.baton.jobs;
    requires dev.baton.submissions;
    requires java.naming; // of H2's data source
}
