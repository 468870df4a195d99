package dev.baton.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.lang.ArchRule;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.util.Calendar;
import java.util.Date;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What no library code may call. The classes that may are named here, each for its reason. */
final class Calls {

    /** Compares wall and stopwatch, to find out that the machine has slept. */
    private static final String GATE_WATCH = "dev.baton.election.GateWatch";

    /** The only reader of nanoTime. */
    private static final String STOPWATCH = "dev.baton.support.Stopwatch$SystemStopwatch";

    /** Hands the driver a calendar for its time zone; the time in it is not looked at. */
    private static final String COMMAND = "dev.baton.sql.jdbc.Command";

    /** Makes ids that enter an index at its end; their order means nothing else. */
    private static final String IDS = "dev.baton.jobs.store.JobIds";

    private Calls() {}

    static ArchRule noSleep() {
        return noClasses()
                .should()
                .callMethodWhere(owned(Thread.class, "sleep").or(owned(TimeUnit.class, "sleep")))
                .because("whoever sleeps cannot be woken: wait on a queue, a latch or a scheduler");
    }

    static ArchRule noWallClock() {
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName(GATE_WATCH)
                .and()
                .doNotHaveFullyQualifiedName(COMMAND)
                .and()
                .doNotHaveFullyQualifiedName(IDS)
                .should()
                .callMethodWhere(owned(System.class, "currentTimeMillis")
                        .or(owned(Instant.class, "now"))
                        .or(owned(Temporal.class, "now"))
                        .or(owned(Clock.class, "system.*|tick.*"))
                        .or(owned(Calendar.class, "getInstance")))
                .orShould()
                .callConstructor(Date.class)
                .because("instants are compared by the database alone; the process has a stopwatch");
    }

    static ArchRule oneStopwatch() {
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName(STOPWATCH)
                .should()
                .callMethodWhere(owned(System.class, "nanoTime"))
                .because("time comes in through Stopwatch, so that a simulation can replace it");
    }

    static ArchRule noUpdateWithoutAnswer() {
        return noClasses()
                .should()
                .callMethodWhere(owned(Statement.class, "execute(Large)?Update"))
                .because("a write answers on some databases, and SQL Server's driver refuses that: use Command.update");
    }

    static ArchRule noPrinting() {
        return noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .because("a library writes to the log of the program that uses it");
    }

    static ArchRule noSharedThreads() {
        return noClasses()
                .should()
                .callMethod(CompletableFuture.class, "runAsync", Runnable.class)
                .orShould()
                .callMethod(CompletableFuture.class, "supplyAsync", Supplier.class)
                .because("a program may keep the threads that it shares with us busy for as long as it likes: name an"
                        + " executor");
    }

    private static DescribedPredicate<JavaCall<?>> owned(Class<?> type, String names) {
        return target(nameMatching(names)).and(target(owner(assignableTo(type))));
    }
}
