package dev.baton.spring.election;

import dev.baton.spring.BatonSetupException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.StringUtils;

/**
 * The methods that are to run as one fenced transaction. Refuses those whose own {@code @Transactional} would leave that
 * transaction: then the fence protects nothing. Spring's own reading of the annotation counts.
 */
public final class FencedMethods {

    private static final Set<Integer> LEAVING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRES_NEW,
            TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
            TransactionDefinition.PROPAGATION_NEVER);

    /** A method, what its own annotation says, and how to name it. */
    private record Found(TransactionAttribute transaction, String where) {}

    private final Supplier<FencedTransactions> fenced;
    private final AnnotationTransactionAttributeSource attributes = new AnnotationTransactionAttributeSource(false);
    private final List<Found> waiting = new ArrayList<>();
    private ConfigurableListableBeanFactory beans;
    private boolean any;
    private boolean started;

    FencedMethods(Supplier<FencedTransactions> fenced) {
        this.fenced = fenced;
    }

    /** Where nothing is ever fenced, because nothing ever runs. */
    static FencedMethods unchecked() {
        return new FencedMethods(() -> null);
    }

    FencedTransactions transactions() {
        return fenced.get();
    }

    void in(ConfigurableListableBeanFactory factory) {
        this.beans = factory;
        attributes.setEmbeddedValueResolver(new EmbeddedValueResolver(factory));
    }

    /** @param where the annotation and what it is on */
    public synchronized void add(Method method, Class<?> type, String where) {
        any = true;
        TransactionAttribute transaction = attributes.getTransactionAttribute(method, type);
        if (transaction == null) {
            return;
        }
        refuseLeaving(transaction, where);
        waiting.add(new Found(transaction, where));
        if (started) {
            refuseOtherManagers();
        }
    }

    /** Managers are asked for once all beans have been made: asking for them earlier would make some too early. */
    synchronized void start() {
        started = true;
        if (any) {
            refuseOtherManagers();
        }
    }

    private static void refuseLeaving(TransactionAttribute transaction, String where) {
        if (LEAVING.contains(transaction.getPropagationBehavior())) {
            throw new BatonSetupException(
                    where + " has no effect: its @Transactional suspends the fenced transaction, or forbids it.",
                    "Remove that @Transactional, or leave its propagation as it is by default: REQUIRED joins the"
                            + " fenced transaction.");
        }
    }

    private void refuseOtherManagers() {
        FencedTransactions transactions = fenced.get(); // refuses as well, where no manager fits
        for (Found one : waiting) {
            TransactionManager manager = manager(one.transaction());
            if (manager != null
                    && transactions != null
                    && transactions.managers().isOfAnother(manager)) {
                throw new BatonSetupException(
                        one.where() + " has no effect: its @Transactional is for a manager of something else than"
                                + " Baton's DataSource.",
                        "Remove that @Transactional, or name the manager of the DataSource of baton.data-source in it.");
            }
        }
        waiting.clear();
    }

    private TransactionManager manager(TransactionAttribute transaction) {
        String name = transaction.getQualifier();
        return StringUtils.hasText(name)
                ? BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, name)
                : beans.getBeanProvider(TransactionManager.class).getIfUnique();
    }
}
