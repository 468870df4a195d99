package dev.baton.spring;

import dev.baton.jobs.JobsSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.store.SubmissionSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the jars hold under {@code db/baton-schema}, which is no package and so open to all for Flyway and Liquibase, made from the migrations: a file for each, with the
 * row by which Baton knows it, and for each component a changelog that names its files.
 */
final class ShippedScripts {

    static final List<String> DIALECTS = List.of("postgresql", "sqlserver", "mariadb", "mysql", "h2");

    /** Modules with tables that an application can have, and their components. */
    static final Map<String, SchemaComponent> COMPONENTS = Map.of(
            "baton-sql", Schema.LEADERSHIP,
            "baton-jobs", JobsSchema.COMPONENT,
            "baton-submissions", SubmissionSchema.COMPONENT,
            "baton-shards", ShardsSchema.COMPONENT);

    private ShippedScripts() {}

    /** The files of a component, by their path in its jar. */
    static Map<String, String> of(SchemaComponent component) {
        Map<String, String> files = new LinkedHashMap<>();
        for (String dialect : DIALECTS) {
            for (int version = 1; version <= component.version(); version++) {
                files.put(path(component, version, dialect), script(component, version, dialect));
            }
        }
        files.put("db/baton-schema/" + label(component) + "-changelog.xml", changelog(component));
        return files;
    }

    private static String label(SchemaComponent component) {
        return component.equals(Schema.LEADERSHIP) ? "leadership" : component.name();
    }

    /** Repeatable to Flyway, so that our numbers and the application's cannot collide; in the order of their names. */
    private static String path(SchemaComponent component, int version, String dialect) {
        return "db/baton-schema/" + dialect + "/" + file(component, version);
    }

    private static String file(SchemaComponent component, int version) {
        String prefix = component.equals(Schema.LEADERSHIP) ? "" : component.name() + "_";
        String what = component.migrations().get(version - 1).replaceFirst(".*-\\d+-", "");
        return String.format(Locale.ROOT, "R__baton_%s%02d_%s.sql", prefix, version, what);
    }

    private static String script(SchemaComponent component, int version, String dialect) {
        String before = everything(component, version - 1, dialect);
        boolean first = component.equals(Schema.LEADERSHIP) && version == 1;
        String body = everything(component, version, dialect).substring(first ? 0 : before.length());
        String script =
                "-- Part of Baton's schema, to be run once. Never changed after a release.\n\n" + body.strip() + "\n";
        // SQL Server wants some statements alone in their batch
        return dialect.equals("sqlserver") ? script.replace(";\n\n", ";\nGO\n\n") + "GO\n" : script;
    }

    private static String everything(SchemaComponent component, int versions, String dialect) {
        SchemaComponent part = new SchemaComponent(
                component.name(), component.anchor(), component.migrations().subList(0, versions));
        return new Schema(TableNames.DEFAULT, List.of(part)).print(dialect);
    }

    private static String changelog(SchemaComponent component) {
        StringBuilder sets = new StringBuilder();
        for (int version = 1; version <= component.version(); version++) {
            for (String dialect : DIALECTS) {
                sets.append(changeSet(component, version, dialect));
            }
        }
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                                   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                                   xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                                   http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
                """ + sets + "</databaseChangeLog>\n";
    }

    private static String changeSet(SchemaComponent component, int version, String dialect) {
        String split = switch (dialect) {
            case "postgresql" -> "splitStatements=\"false\"";
            case "sqlserver" -> "endDelimiter=\"\\nGO\"";
            default -> "splitStatements=\"true\"";
        };
        return """
                  <changeSet id="baton-%s-%d-%s" author="baton" dbms="%s">
                    <sqlFile path="%s/%s" relativeToChangelogFile="true" %s/>
                  </changeSet>
                """.formatted(
                        label(component),
                        version,
                        dialect,
                        dialect.equals("sqlserver") ? "mssql" : dialect,
                        dialect,
                        file(component, version),
                        split);
    }
}
