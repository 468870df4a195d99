package dev.baton.submissions.model;

import dev.baton.support.TellableError;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several listeners as one; what one of them throws is logged and hurts nobody else. */
public final class SubmissionListeners {

    private static final Logger LOG = LoggerFactory.getLogger(SubmissionListeners.class);

    private SubmissionListeners() {}

    public static SubmissionListener of(List<SubmissionListener> listeners) {
        List<SubmissionListener> all = List.copyOf(listeners);
        if (all.isEmpty()) {
            return new SubmissionListener() {};
        }
        return (SubmissionListener) Proxy.newProxyInstance(
                SubmissionListener.class.getClassLoader(),
                new Class<?>[] {SubmissionListener.class},
                (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.invoke(all, arguments);
                    }
                    for (SubmissionListener listener : all) {
                        try {
                            method.invoke(listener, arguments);
                        } catch (InvocationTargetException | RuntimeException e) {
                            LOG.warn("a submission listener failed", TellableError.of(e));
                        }
                    }
                    return null;
                });
    }
}
