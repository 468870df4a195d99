package dev.baton.jobs.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** Threads that never keep a process alive. */
final class Threads {

    private Threads() {}

    static Thread daemon(String name, Runnable task) {
        return dev.baton.support.Threads.daemon(name, task);
    }

    /** Virtual ones where Java has them and they are wanted, else platform ones. */
    static ThreadFactory forJobs(boolean virtual) {
        if (virtual) {
            try {
                Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
                return (ThreadFactory) factory.invoke(builder);
            } catch (NoSuchMethodException | ClassNotFoundException | IllegalAccessException e) {
                return task -> daemon("baton-job", task); // Java 17 to 20
            } catch (InvocationTargetException e) {
                throw new IllegalStateException("virtual threads were refused", e);
            }
        }
        return task -> daemon("baton-job", task);
    }
}
