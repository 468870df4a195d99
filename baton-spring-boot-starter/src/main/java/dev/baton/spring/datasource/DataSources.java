package dev.baton.spring.datasource;

import dev.baton.spring.BatonSetupException;
import dev.baton.spring.properties.BatonProperties;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

/** Finds the data sources that are meant, or says how to name them. */
public final class DataSources implements DisposableBean {

    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", DataSources.class.getClassLoader());

    private final ListableBeanFactory beans;
    private final BatonProperties properties;
    private DataSource leadership;
    private AutoCloseable ours = () -> {};

    public DataSources(ListableBeanFactory beans, BatonProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    /** Where the application's transactions run: as their managers know it, without what joins them by itself. */
    public DataSource application() {
        DataSource found = found();
        return found instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : found;
    }

    private DataSource found() {
        if (properties.getDataSource() != null) {
            return named("baton.data-source", properties.getDataSource());
        }
        ObjectProvider<DataSource> any = beans.getBeanProvider(DataSource.class);
        DataSource only = any.getIfUnique();
        if (only != null) {
            return only;
        }
        List<String> names = names();
        if (names.isEmpty()) {
            throw new BatonSetupException(
                    "Baton needs a DataSource, and this application has none.",
                    "Set spring.datasource.url (with spring-boot-starter-jdbc or -data-jpa on the class path), define a"
                            + " DataSource bean, or switch Baton off with baton.enabled=false: then this instance leads"
                            + " nothing.");
        }
        throw new BatonSetupException(
                "Baton needs one DataSource, and this application has " + names.size() + ": " + String.join(", ", names)
                        + ".",
                "Name the one whose transactions are to be fenced, for example baton.data-source=" + names.get(0)
                        + ", or mark it @Primary.");
    }

    /** Where elections run: what is named; else a pool of their own, where that can be made; else the application's. */
    public synchronized DataSource leadership() {
        if (leadership == null) {
            String name = properties.getLeadershipDataSource();
            leadership = name == null ? beside(application()) : named("baton.leadership-data-source", name);
        }
        return leadership;
    }

    private DataSource beside(DataSource application) {
        Optional<LeadershipPool> pool = HIKARI ? LeadershipPool.beside(application) : Optional.empty();
        pool.ifPresent(made -> ours = made);
        return pool.<DataSource>map(made -> made).orElse(application);
    }

    @Override
    public void destroy() throws Exception {
        ours.close();
    }

    private DataSource named(String property, String name) {
        if (!names().contains(name)) {
            throw new BatonSetupException(
                    property + " names '" + name + "', and there is no DataSource bean of that name.",
                    "Use one of " + names() + ", or define it.");
        }
        return beans.getBean(name, DataSource.class);
    }

    private List<String> names() {
        return Arrays.stream(beans.getBeanNamesForType(DataSource.class))
                .sorted()
                .toList();
    }
}
