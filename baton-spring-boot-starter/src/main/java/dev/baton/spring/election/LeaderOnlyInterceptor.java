package dev.baton.spring.election;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.spring.LeaderContext;
import dev.baton.spring.LeaderOnly;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;

/** The gate before a {@link LeaderOnly} method. */
final class LeaderOnlyInterceptor implements MethodInterceptor {

    private final Function<String, CountingLeaderWork> works;
    private final Supplier<FencedTransactions> fenced;
    private final UnaryOperator<String> placeholders;

    LeaderOnlyInterceptor(
            Function<String, CountingLeaderWork> works,
            Supplier<FencedTransactions> fenced,
            UnaryOperator<String> placeholders) {
        this.works = works;
        this.fenced = fenced;
        this.placeholders = placeholders;
    }

    @Override
    public Object invoke(MethodInvocation call) throws Throwable {
        LeaderOnly annotation = annotation(call);
        String role = placeholders.apply(annotation.role());
        CountingLeaderWork work = works.apply(role);
        LeaderToken token;
        try {
            token = begin(work, role);
        } catch (NotLeaderException e) {
            if (annotation.otherwise() == LeaderOnly.Otherwise.THROW) {
                throw e;
            }
            return null;
        }
        try {
            fill(call, token);
            return LeaderContext.callUnder(token, () -> annotation.fenced() ? fenced(token, call) : call.proceed());
        } finally {
            work.endCall();
        }
    }

    /** What is called within a call for the same role is a part of it. */
    private static LeaderToken begin(CountingLeaderWork work, String role) {
        return LeaderContext.current()
                .filter(outer -> outer.role().equals(role))
                .map(work::beginCallWithin)
                .orElseGet(work::beginCall);
    }

    private static LeaderOnly annotation(MethodInvocation call) {
        Class<?> type =
                call.getThis() == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(call.getThis());
        return LeaderOnlyPointcut.annotation(call.getMethod(), type).orElseThrow();
    }

    private static void fill(MethodInvocation call, LeaderToken token) {
        Class<?>[] types = call.getMethod().getParameterTypes();
        Object[] arguments = call.getArguments();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == LeaderToken.class && arguments[i] == null) {
                arguments[i] = token;
            }
        }
    }

    private Object fenced(LeaderToken token, MethodInvocation call) throws Throwable {
        return fenced.get().proceed(token, call::proceed);
    }
}
