package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.stage.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Databases of one kind, side by side: a trial has one of them for itself, and spends most of its time waiting. */
final class Lanes implements AutoCloseable {

    /** What is done with something. */
    @FunctionalInterface
    interface Task<A, B> {
        B on(A what) throws Exception;
    }

    private final Engine engine;
    private final int number;
    private final BlockingQueue<World> free;
    private final List<World> all = new ArrayList<>();

    /** Skips the test where this database is not installed. */
    Lanes(Engine engine, int number) throws Exception {
        this.engine = engine;
        this.number = number;
        this.free = new ArrayBlockingQueue<>(number);
        for (int i = 0; i < number; i++) {
            World world = World.of(engine);
            all.add(world);
            free.add(world);
        }
    }

    Engine engine() {
        return engine;
    }

    /** In a database that nobody else uses meanwhile. */
    <T> T in(Task<World, T> what) throws Exception {
        World world = free.take();
        try {
            return what.on(world);
        } finally {
            free.add(world);
        }
    }

    /** Does it with each of these, as many at once as there are lanes; the answers in their order. */
    <A, B> List<B> each(List<A> many, Task<A, B> task) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(number, Lanes::thread);
        try {
            List<Future<B>> futures = new ArrayList<>();
            for (A one : many) {
                futures.add(threads.submit(() -> task.on(one)));
            }
            List<B> answers = new ArrayList<>();
            for (Future<B> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a trial could not be made on " + engine, e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "lane-of-trials");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() throws Exception {
        for (World world : all) {
            world.close();
        }
    }
}
