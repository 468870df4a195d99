package dev.baton.testkit;

import dev.baton.sql.Baton;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a database of its own on a real PostgreSQL, which is started once from Maven Central, and Baton on it:
 * as parameters of type {@link Baton}, {@link Cluster}, {@link PostgresDatabase} or {@link DataSource}.
 *
 * <pre>{@code
 * @ExtendWith(BatonExtension.class)
 * class ReporterTest {
 *     @Test
 *     void reports(Baton baton, DataSource dataSource) { … }
 * }
 * }</pre>
 */
public final class BatonExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(BatonExtension.class);

    /** What one test has; closed with it. */
    private static final class Equipment implements AutoCloseable {
        private final PostgresDatabase database = PostgresDatabase.fresh();
        private final Cluster cluster = new Cluster(database.dataSource());
        private Node node;

        private synchronized Baton baton() {
            if (node == null) {
                node = cluster.node("one");
            }
            return node.baton();
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Baton.class
                || type == Cluster.class
                || type == PostgresDatabase.class
                || type == DataSource.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Equipment equipment =
                context.getStore(NAMESPACE).computeIfAbsent(Equipment.class, key -> new Equipment(), Equipment.class);
        Class<?> type = parameter.getParameter().getType();
        if (type == Baton.class) {
            return equipment.baton();
        }
        if (type == Cluster.class) {
            return equipment.cluster;
        }
        return type == PostgresDatabase.class ? equipment.database : equipment.database.dataSource();
    }
}
