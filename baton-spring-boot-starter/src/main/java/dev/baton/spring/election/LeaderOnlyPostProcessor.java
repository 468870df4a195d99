package dev.baton.spring.election;

import dev.baton.LeaderWork;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.LeaderOnly;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Puts the gate before every {@link LeaderOnly} method, and refuses those that no proxy can stand before. */
final class LeaderOnlyPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor
        implements SmartInitializingSingleton {

    private static final long serialVersionUID = 1L;

    private final transient RequestedRoles roles;
    private final transient FencedMethods fencedMethods;
    private transient ConfigurableBeanFactory beans;

    LeaderOnlyPostProcessor(
            RequestedRoles roles, Function<String, CountingLeaderWork> works, FencedMethods fencedMethods) {
        this.roles = roles;
        this.fencedMethods = fencedMethods;
        setBeforeExistingAdvisors(true); // the gate comes before the transaction
        setProxyTargetClass(true);
        setOrder(Ordered.LOWEST_PRECEDENCE - 100); // before @Scheduled takes the bean as it is
        this.advisor = new DefaultPointcutAdvisor(
                new LeaderOnlyPointcut(),
                new LeaderOnlyInterceptor(
                        works, fencedMethods::transactions, role -> beans.resolveEmbeddedValue(role)));
    }

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        super.setBeanFactory(beanFactory);
        this.beans = (ConfigurableBeanFactory) beanFactory;
        fencedMethods.in((ConfigurableListableBeanFactory) beanFactory);
    }

    @Override
    public void afterSingletonsInstantiated() {
        fencedMethods.start();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        Map<Method, LeaderOnly> methods =
                MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<LeaderOnly>)
                        method -> LeaderOnlyPointcut.annotation(method, type).orElse(null));
        methods.forEach((method, annotation) -> {
            String where = type.getSimpleName() + "." + method.getName();
            refuseWhatCannotBeGuarded(type, method, annotation, where);
            if (annotation.fenced()) {
                fencedMethods.add(method, type, "@LeaderOnly(fenced = true) on " + where);
            }
            roles.call(beans.resolveEmbeddedValue(annotation.role()), where);
        });
        Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(type, LeaderOnly.class))
                .ifPresent(annotation -> work(bean, type, annotation));
        return super.postProcessAfterInitialization(bean, beanName);
    }

    private void work(Object bean, Class<?> type, LeaderOnly annotation) {
        if (!(bean instanceof LeaderWork leaderWork)) {
            throw new BatonSetupException(
                    "@LeaderOnly is on class " + type.getSimpleName() + ", which is no LeaderWork.",
                    "Put it on the methods that only a leader may run, or implement dev.baton.LeaderWork.");
        }
        roles.work(beans.resolveEmbeddedValue(annotation.role()), leaderWork, type.getSimpleName());
    }

    private static void refuseWhatCannotBeGuarded(Class<?> type, Method method, LeaderOnly annotation, String where) {
        if (Modifier.isFinal(type.getModifiers())) {
            throw new BatonSetupException(
                    "@LeaderOnly on " + where + " has no effect: class " + type.getSimpleName()
                            + " is final, so no proxy can stand before it.",
                    "Make the class non-final (with Kotlin: open), or move the method to a class that is not final.");
        }
        int modifiers = method.getModifiers();
        if (Modifier.isFinal(modifiers) || Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)) {
            throw new BatonSetupException(
                    "@LeaderOnly on " + where + " has no effect: the method is " + Modifier.toString(modifiers) + ".",
                    "Make it a non-final instance method that is not private.");
        }
        boolean skips = annotation.otherwise() == LeaderOnly.Otherwise.SKIP;
        if (skips && method.getReturnType() != void.class && method.getReturnType() != Void.class) {
            throw new BatonSetupException(
                    "@LeaderOnly on " + where + " would skip a call that has to return "
                            + method.getReturnType().getSimpleName() + ".",
                    "Return nothing, or set otherwise = LeaderOnly.Otherwise.THROW.");
        }
    }
}
