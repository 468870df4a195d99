package dev.baton.server.serve;

import dev.baton.server.command.LeaderCommand;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.node.RoleCandidate;
import dev.baton.server.node.ShardsCandidate;
import dev.baton.server.postgres.EmbeddedPostgres;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The life of a {@code run}: stands for a role, or for its shards, until its command has ended by itself or a signal comes. Then
 * the command is ended first and the role left after it, so that the next one never begins beside it.
 */
public final class RoleRun {

    /** For leaving the role, after the command has ended. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final Configuration configuration;
    private final String role;
    private final OptionalInt shards;
    private final LeaderCommand command;
    private final Duration leaving;
    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private final CountDownLatch left = new CountDownLatch(1);

    /**
     * @param shards into how many parts the role is divided when it is new; not at all if empty
     * @param grace how long the command may take to end when it is asked to
     */
    public RoleRun(
            Configuration configuration, String role, OptionalInt shards, LeaderCommand command, Duration grace) {
        this.configuration = configuration;
        this.role = role;
        this.shards = shards;
        this.command = command;
        this.leaving = grace.plus(LAST_WORDS);
    }

    /** The exit code of the command that has ended by itself. After a signal the process ends in here. */
    public int run() throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "baton-shutdown"));
        try {
            standUntilOver();
        } finally {
            left.countDown();
        }
        if (told.isDone()) {
            new CountDownLatch(1).await(); // the hook ends the process
        }
        return command.ended().join();
    }

    private void standUntilOver() throws Exception {
        try (EmbeddedDatabase database = new EmbeddedDatabase(configuration);
                Candidate candidate = stand(database.login())) {
            CompletableFuture.anyOf(told, command.ended()).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Somebody who stands for something until closed. */
    private interface Candidate extends AutoCloseable {
        @Override
        void close();
    }

    private Candidate stand(Login login) {
        return shards.isPresent()
                ? new ShardsCandidate(configuration, login, role, shards.getAsInt(), command, leaving)::close
                : new RoleCandidate(configuration, login, role, command, leaving)::close;
    }

    /** A signal came: it is the command's first, and its end is then ours. */
    private void leave() {
        if (command.ended().isDone()) {
            return;
        }
        command.leaveAll();
        told.complete(null);
        try {
            if (left.await(leaving.plus(LAST_WORDS).toMillis(), TimeUnit.MILLISECONDS)) {
                command.codeWhenLeft().ifPresent(Runtime.getRuntime()::halt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The embedded database while it is used, where no other is configured. */
    private static final class EmbeddedDatabase implements AutoCloseable {
        private final Optional<EmbeddedPostgres> postgres;
        private final Login login;

        EmbeddedDatabase(Configuration configuration) {
            Optional<Login> named = configuration.database().url();
            postgres = named.isPresent()
                    ? Optional.empty()
                    : Optional.of(EmbeddedPostgres.in(configuration.server().data()));
            login = named.orElseGet(() -> postgres.orElseThrow().join());
        }

        Login login() {
            return login;
        }

        @Override
        public void close() {
            postgres.ifPresent(EmbeddedPostgres::close);
        }
    }
}
