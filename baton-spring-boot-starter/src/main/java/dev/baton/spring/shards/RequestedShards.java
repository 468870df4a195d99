package dev.baton.spring.shards;

import dev.baton.shards.ShardWork;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.Fenced;
import dev.baton.spring.ShardLeader;
import dev.baton.spring.election.EagerBeans;
import dev.baton.spring.election.FencedMethods;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringValueResolver;

/** The groups that {@link ShardLeader} names, with their work, gathered while beans are made. */
final class RequestedShards implements BeanPostProcessor, BeanFactoryAware, EmbeddedValueResolverAware {

    /**
     * What an annotation asks for.
     *
     * @param shards how many the group has when it is new; 0 if the annotation does not say
     */
    record Requested(ShardWork work, int shards, String where) {}

    private final Supplier<Fenced> fenced;
    private final FencedMethods fencedMethods;
    private final Map<String, Requested> found = new TreeMap<>();
    private StringValueResolver values = value -> value;
    private ConfigurableListableBeanFactory beans;

    RequestedShards(Supplier<Fenced> fenced, FencedMethods fencedMethods) {
        this.fenced = fenced;
        this.fencedMethods = fencedMethods;
    }

    @Override
    public void setEmbeddedValueResolver(StringValueResolver resolver) {
        this.values = resolver;
    }

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        this.beans = (ConfigurableListableBeanFactory) beanFactory;
    }

    /** Nobody would call them: shards are led from the start on, and these may never be made, or more than once. */
    void refuseBeansThatAreNotThere() {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.containsSingleton(name) ? null : beans.getType(name, false);
            if (type != null && isAnnotated(ClassUtils.getUserClass(type))) {
                throw new BatonSetupException(
                        "@ShardLeader is on bean '" + name + "', which is not made when the application starts.",
                        "Make it a singleton, without a scope and without @Lazy.");
            }
        }
    }

    /** Whether a class, or any of its methods, is the work of shards. */
    static boolean isAnnotated(Class<?> user) {
        return AnnotatedElementUtils.hasAnnotation(user, ShardLeader.class)
                || EagerBeans.hasMethod(user, method -> AnnotatedElementUtils.hasAnnotation(method, ShardLeader.class));
    }

    synchronized Map<String, Requested> byGroup() {
        return new TreeMap<>(found);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        Map<Method, ShardLeader> methods =
                MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<ShardLeader>)
                        method -> AnnotatedElementUtils.findMergedAnnotation(method, ShardLeader.class));
        methods.forEach(
                (method, annotation) -> add(annotation, method(bean, type, method, annotation), where(type, method)));
        ShardLeader onType = AnnotatedElementUtils.findMergedAnnotation(type, ShardLeader.class);
        if (onType != null) {
            add(onType, work(bean, type, onType), type.getSimpleName());
        }
        return bean;
    }

    private static String where(Class<?> type, Method method) {
        return type.getSimpleName() + "." + method.getName();
    }

    private ShardWork method(Object bean, Class<?> type, Method method, ShardLeader annotation) {
        if (annotation.fenced()) {
            fencedMethods.add(method, type, "@ShardLeader(fenced = true) on " + where(type, method));
        }
        return new ShardMethod(
                bean,
                AopUtils.selectInvocableMethod(method, bean.getClass()),
                pause(annotation, where(type, method)),
                annotation.fenced(),
                fenced);
    }

    private Duration pause(ShardLeader annotation, String where) {
        String text = String.valueOf(values.resolveStringValue(annotation.after()));
        try {
            Duration pause = DurationStyle.detectAndParse(text);
            if (!pause.isNegative() && !pause.isZero()) {
                return pause;
            }
        } catch (IllegalArgumentException e) {
            // said below, for all that is no pause
        }
        throw new BatonSetupException(
                "@ShardLeader on " + where + ": after = \"" + text + "\" is no pause between two calls.",
                "Use a time longer than none, such as 1s or 500ms.");
    }

    private static ShardWork work(Object bean, Class<?> type, ShardLeader annotation) {
        if (!(bean instanceof ShardWork work)) {
            throw new BatonSetupException(
                    "@ShardLeader is on class " + type.getSimpleName() + ", which is no ShardWork.",
                    "Put it on the method that works on a shard, or implement dev.baton.shards.ShardWork.");
        }
        if (annotation.fenced()) {
            throw new BatonSetupException(
                    "@ShardLeader(fenced = true) is on class " + type.getSimpleName()
                            + ": a term is no transaction, it may last for days.",
                    "Remove fenced there, and have each write fenced by a Fenced bean.");
        }
        return work;
    }

    private synchronized void add(ShardLeader annotation, ShardWork work, String where) {
        String group = String.valueOf(values.resolveStringValue(annotation.group()));
        Requested before = found.put(group, new Requested(work, annotation.shards(), where));
        if (before != null) {
            throw new BatonSetupException(
                    "Group '" + group + "' has two works, " + before.where() + " and " + where + ".",
                    "Give each @ShardLeader a group of its own, or let one of them call the other.");
        }
    }
}
