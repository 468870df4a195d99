package dev.baton.jobs.worker;

import dev.baton.support.Threads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** The threads on which jobs run. */
final class JobThreads {

    private JobThreads() {}

    /** Virtual ones where Java has them and they are wanted, else platform ones. */
    static ThreadFactory factory(boolean virtual) {
        if (virtual) {
            try {
                Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
                return (ThreadFactory) factory.invoke(builder);
            } catch (NoSuchMethodException | ClassNotFoundException | IllegalAccessException e) {
                return Threads.daemons("baton-job"); // Java 17 to 20
            } catch (InvocationTargetException e) {
                throw new IllegalStateException("virtual threads were refused", e);
            }
        }
        return Threads.daemons("baton-job");
    }
}
