package dev.baton.architecture.planted;

import java.sql.Connection;
import javax.sql.DataSource;

/** A core type that knows JDBC. */
public record Leak(Connection connection, DataSource source) {}
