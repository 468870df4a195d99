package dev.baton.spring.election;

import dev.baton.spring.LeaderOnly;
import java.lang.reflect.Method;
import java.util.Optional;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * The methods that are {@link LeaderOnly}, wherever that stands: on the method, on the one that it overrides or implements,
 * or on an annotation of theirs. Whoever asks whether a method is guarded asks here, so that no role is elected for a
 * method that is not.
 */
final class LeaderOnlyPointcut extends StaticMethodMatcherPointcut {

    @Override
    public boolean matches(Method method, Class<?> type) {
        return annotation(method, type).isPresent();
    }

    static Optional<LeaderOnly> annotation(Method method, Class<?> type) {
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        return merged(specific).or(() -> ofInterfaces(specific, type));
    }

    /** A superclass may implement the method of an interface that it knows nothing of. */
    private static Optional<LeaderOnly> ofInterfaces(Method method, Class<?> type) {
        return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                .map(one -> ClassUtils.getMethodIfAvailable(one, method.getName(), method.getParameterTypes()))
                .flatMap(declared -> Optional.ofNullable(declared).flatMap(LeaderOnlyPointcut::merged).stream())
                .findFirst();
    }

    private static Optional<LeaderOnly> merged(Method method) {
        return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(method, LeaderOnly.class));
    }
}
