package dev.baton.testkit;

import dev.baton.Backoff;
import dev.baton.sql.Baton;
import dev.baton.sql.BatonBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Instances in this process that share a database; all are closed together. */
public final class Cluster implements AutoCloseable {

    private static final Backoff BRISK =
            new Backoff(Duration.ofMillis(40), Duration.ofMillis(120), Duration.ofMillis(500));

    private final Supplier<DataSource> sources;
    private final UnaryOperator<BatonBuilder> usual;
    private final List<Node> nodes = new CopyOnWriteArrayList<>();

    /** Instances that share a data source. */
    public Cluster(DataSource source) {
        this(() -> source);
    }

    /** Instances that have a data source each. */
    public Cluster(Supplier<DataSource> sources) {
        this(sources, builder -> builder);
    }

    /** Instances that have a data source each, and these settings unless they have others. */
    public Cluster(Supplier<DataSource> sources, UnaryOperator<BatonBuilder> usual) {
        this.sources = sources;
        this.usual = usual;
    }

    /** An instance with the usual settings. */
    public Node node(String id) {
        return node(id, builder -> builder);
    }

    /** An instance with settings of its own. */
    public Node node(String id, UnaryOperator<BatonBuilder> settings) {
        return node(id, sources.get(), settings);
    }

    /** An instance that reaches the database in another way. */
    public Node node(String id, DataSource own, UnaryOperator<BatonBuilder> settings) {
        EventLog events = new EventLog();
        PluggedDataSource plugged = new PluggedDataSource(own);
        BatonBuilder builder = Baton.on(plugged)
                .node(id)
                .backoff(BRISK)
                .drainTimeout(Duration.ofSeconds(5))
                .listener(events);
        Node node = new Node(settings.apply(usual.apply(builder)).start(), events, plugged);
        nodes.add(node);
        return node;
    }

    @Override
    public void close() {
        nodes.parallelStream().forEach(Node::close);
    }
}
