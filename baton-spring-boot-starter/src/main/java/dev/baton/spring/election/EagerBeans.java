package dev.baton.spring.election;

import dev.baton.spring.LeaderOnly;
import java.lang.reflect.Method;
import java.util.function.Predicate;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** The beans that have to be there when the context starts, because what they are for begins by itself. */
public final class EagerBeans {

    private static final String OURS = EagerBeans.class.getPackageName().replace(".election", "");

    private EagerBeans() {}

    static boolean isEager(Class<?> type) {
        Class<?> user = ClassUtils.getUserClass(type);
        return AnnotatedElementUtils.hasAnnotation(user, LeaderOnly.class)
                || isOurRunner(user)
                || hasMethod(
                        user,
                        method -> LeaderOnlyPointcut.annotation(method, user).isPresent());
    }

    /** Whether any method of a class, or of what it extends and implements, is of a certain kind. */
    public static boolean hasMethod(Class<?> type, Predicate<Method> kind) {
        return !MethodIntrospector.selectMethods(type, kind::test).isEmpty();
    }

    private static boolean isOurRunner(Class<?> type) {
        return SmartLifecycle.class.isAssignableFrom(type) && type.getName().startsWith(OURS + ".");
    }
}
