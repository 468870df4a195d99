package dev.baton.interleavings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * Runs tests of jcstress in this process. Its own main class tries forty virtual machines first, runs no test with more
 * actors than there are processors, and waits for ever for an actor that sleeps while it is being tried out.
 */
final class StressMain {

    private static final int LOOKS = 10;
    private static final long BETWEEN = TimeUnit.MILLISECONDS.toNanos(500);

    private StressMain() {}

    /** @param args milliseconds for each, how many rounds at most until something is found, and the names of tests */
    public static void main(String[] args) throws Exception {
        Thread watch = new Thread(StressMain::watch, "watch");
        watch.setDaemon(true);
        watch.start();
        String[] settings = {
            "-time", args[0], "-iters", "1", "-strideSize", "64", "-strideCount", "16", "-spinStyle", "THREAD_YIELD",
        };
        Options options = new Options(settings);
        options.parse();
        int rounds = Integer.parseInt(args[1]);
        List<String> tests = List.of(args).subList(2, args.length);
        for (int round = 0; round < rounds; round++) {
            for (String test : tests) {
                if (!passes(options, TestList.getInfo(test))) {
                    exit(Stress.Verdict.FORBIDDEN);
                }
            }
        }
        exit(Stress.Verdict.PASSED);
    }

    private static boolean passes(Options options, TestInfo test) throws ReflectiveOperationException {
        SchedulingClass anywhere = new SchedulingClass(AffinityMode.NONE, test.threads(), NodeType.PACKAGE);
        TestConfig config = new TestConfig(options, test, 0, List.of(), CompileMode.UNIFIED, anywhere);
        Runner<?> runner = Class.forName(test.generatedRunner())
                .asSubclass(Runner.class)
                .getConstructor(ForkedTestConfig.class)
                .newInstance(new ForkedTestConfig(config));
        TestResult result = runner.run();
        result.setConfig(config);
        System.out.println(test.name() + ": " + result.status());
        result.getMessages().forEach(System.out::println);
        if (result.status() != Status.NORMAL) {
            return false;
        }
        result.getStateKeys().forEach(state -> System.out.println("  " + state + ": " + result.getCount(state)));
        return result.getTotalCount() > 0 && result.grading().isPassed;
    }

    /** Whoever is parked by the same object of ours at every look, while others had time to run, is asleep for ever. */
    private static void watch() {
        Map<Thread, Object> asleep = Map.of();
        for (int looks = 0; looks < LOOKS; looks = asleep.isEmpty() ? 0 : looks + 1) {
            LockSupport.parkNanos(BETWEEN);
            Map<Thread, Object> parked = parked();
            if (asleep.isEmpty()) {
                asleep = parked;
            } else {
                asleep.entrySet().removeIf(one -> parked.get(one.getKey()) != one.getValue());
            }
        }
        asleep.keySet().forEach(StressMain::print);
        exit(Stress.Verdict.ASLEEP);
    }

    private static Map<Thread, Object> parked() {
        Map<Thread, Object> parked = new HashMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            Object blocker = LockSupport.getBlocker(thread);
            if (blocker != null && blocker.getClass().getName().startsWith("dev.baton.")) {
                parked.put(thread, blocker);
            }
        }
        return parked;
    }

    private static void print(Thread thread) {
        System.out.println("asleep: " + thread.getName());
        for (StackTraceElement frame : thread.getStackTrace()) {
            System.out.println("  at " + frame);
        }
    }

    private static void exit(Stress.Verdict verdict) {
        System.out.flush();
        Runtime.getRuntime().halt(verdict.exitCode());
    }
}
