package dev.baton.spring.datasource;

import dev.baton.spring.BatonSetupException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the application's transaction manager whose transactions run on a data source, or says what is missing. */
public final class TransactionManagers {

    private final ListableBeanFactory beans;
    private final DataSource source;

    /**
     * @param source as {@link DataSources} finds it
     */
    public TransactionManagers(ListableBeanFactory beans, DataSource source) {
        this.beans = beans;
        this.source = source;
    }

    /** The only one that can be of the data source; of several the primary one. */
    public PlatformTransactionManager ofSource() {
        Map<String, PlatformTransactionManager> all =
                new TreeMap<>(beans.getBeansOfType(PlatformTransactionManager.class));
        Map<String, PlatformTransactionManager> ours = new TreeMap<>(all);
        ours.values().removeIf(this::isOfAnother);
        if (ours.size() == 1) {
            return ours.values().iterator().next();
        }
        PlatformTransactionManager primary =
                beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
        if (primary != null && ours.containsValue(primary)) {
            return primary;
        }
        throw new BatonSetupException(
                "Fenced transactions need the PlatformTransactionManager of Baton's DataSource, and this application has "
                        + (ours.isEmpty() ? "none" : "several that may be it: " + String.join(", ", ours.keySet()))
                        + (ours.size() < all.size() ? " (of other resources: " + others(all, ours) + ")." : "."),
                "Define one for the DataSource of baton.data-source, and mark it @Primary; or name in baton.data-source"
                        + " the DataSource that the manager has.");
    }

    private static String others(Map<String, ?> all, Map<String, ?> ours) {
        Map<String, ?> others = new TreeMap<>(all);
        others.keySet().removeAll(ours.keySet());
        return String.join(", ", others.keySet());
    }

    /** Whether its transactions are certainly not those of the data source. */
    public boolean isOfAnother(TransactionManager manager) {
        return manager instanceof ResourceTransactionManager known && resource(known) != source;
    }

    /** JPA's and Hibernate's managers, which the starter is not compiled against, know both a session factory and this. */
    private static Object resource(ResourceTransactionManager manager) {
        Method lent = ClassUtils.getMethodIfAvailable(manager.getClass(), "getDataSource");
        return lent == null ? manager.getResourceFactory() : ReflectionUtils.invokeMethod(lent, manager);
    }
}
