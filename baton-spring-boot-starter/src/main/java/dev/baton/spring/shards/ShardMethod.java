package dev.baton.spring.shards;

import dev.baton.LeaderToken;
import dev.baton.shards.ShardTerm;
import dev.baton.shards.ShardWork;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.Fenced;
import dev.baton.spring.LeaderContext;
import dev.baton.spring.ShardLeader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A {@link ShardLeader} method as the work of a shard: called, with pauses, as long as the shard is led. */
final class ShardMethod implements ShardWork {

    private static final Logger LOG = LoggerFactory.getLogger(ShardMethod.class);

    private final Object bean;
    private final Method method;
    private final Duration pause;
    private final boolean isFenced;
    private final Supplier<Fenced> fenced;

    /** @param fenced asked for when it is needed: it needs a transaction manager */
    ShardMethod(Object bean, Method method, Duration pause, boolean isFenced, Supplier<Fenced> fenced) {
        this.bean = bean;
        this.method = method;
        this.pause = pause;
        this.isFenced = isFenced;
        this.fenced = fenced;
        for (Class<?> type : method.getParameterTypes()) {
            if (type != ShardTerm.class && type != LeaderToken.class) {
                throw new BatonSetupException(
                        "@ShardLeader on " + where(method) + " takes a " + type.getSimpleName()
                                + ", and nobody who calls it has one.",
                        "Let it take a ShardTerm, a LeaderToken, both or nothing.");
            }
        }
        method.setAccessible(true);
    }

    static String where(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public void lead(ShardTerm term) throws InterruptedException {
        boolean over = term.isOver();
        while (!over) {
            call(term);
            over = term.awaitOver(pause);
        }
    }

    /** What fails now may go well in the next call; to give the shard up for it would only have others fail. */
    private void call(ShardTerm term) throws InterruptedException {
        try {
            LeaderContext.callUnder(term.token(), () -> isFenced ? invokeFenced(term) : invoke(term));
        } catch (InterruptedException e) {
            throw e;
        } catch (
                Throwable
                        e) { // errors too: what overflows a stack for one row must not take the shard to the next node
            LOG.error("{} failed on {}", where(method), term, e);
        }
    }

    private Object invokeFenced(ShardTerm term) throws Throwable {
        try {
            return fenced.get().call(term.token(), () -> invokeUnchecked(term));
        } catch (UndeclaredThrowableException e) {
            throw e.getCause();
        }
    }

    private Object invokeUnchecked(ShardTerm term) {
        try {
            return invoke(term);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
    }

    private Object invoke(ShardTerm term) throws Throwable {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i] == ShardTerm.class ? term : term.token();
        }
        try {
            return method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
