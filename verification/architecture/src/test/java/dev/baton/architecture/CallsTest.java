package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.baton.architecture.planted.Printers;
import dev.baton.architecture.planted.SharedThreads;
import dev.baton.architecture.planted.Sleeper;
import dev.baton.architecture.planted.Updater;
import dev.baton.architecture.planted.WallClocks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallsTest {

    @Test
    void nothingSleeps() {
        Calls.noSleep().check(Libraries.all());
    }

    @Test
    void catchesASleep() {
        assertThat(catches(Calls.noSleep(), Sleeper.class)).isTrue();
    }

    @Test
    void nothingAsksForTheWallClock() {
        Calls.noWallClock().check(Libraries.all());
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WallClocks.Millis.class,
                WallClocks.OfInstant.class,
                WallClocks.OfLocalTime.class,
                WallClocks.OfDate.class,
                WallClocks.OfClock.class,
                WallClocks.OfCalendar.class
            })
    void catchesEveryWallClock(Class<?> violation) {
        assertThat(catches(Calls.noWallClock(), violation)).isTrue();
    }

    @Test
    void thereIsOneStopwatch() {
        Calls.oneStopwatch().check(Libraries.all());
    }

    @Test
    void catchesASecondStopwatch() {
        assertThat(catches(Calls.oneStopwatch(), WallClocks.OwnStopwatch.class)).isTrue();
    }

    @Test
    void everyWriteMayAnswer() {
        JavaClasses all = Libraries.ofAllModules();
        assertThat(List.of(
                        "dev.baton.sql",
                        "dev.baton.submissions",
                        "dev.baton.jobs",
                        "dev.baton.shards",
                        "dev.baton.alerts",
                        "dev.baton.server.store",
                        "dev.baton.spring"))
                .allMatch(all::containPackage);
        Calls.noUpdateWithoutAnswer().check(all);
    }

    @Test
    void catchesAWriteThatMayNotAnswer() {
        assertThat(catches(Calls.noUpdateWithoutAnswer(), Updater.class)).isTrue();
    }

    @Test
    void nothingPrints() {
        Calls.noPrinting().check(Libraries.all());
    }

    @ParameterizedTest
    @ValueSource(classes = {Printers.ToOut.class, Printers.ToErr.class})
    void catchesAPrint(Class<?> violation) {
        assertThat(catches(Calls.noPrinting(), violation)).isTrue();
    }

    @Test
    void nothingNeedsThreadsThatAllOfAProgramShares() {
        Calls.noSharedThreads().check(Libraries.all());
    }

    @ParameterizedTest
    @ValueSource(classes = {SharedThreads.Runs.class, SharedThreads.Supplies.class})
    void catchesWhateverNeedsSharedThreads(Class<?> violation) {
        assertThat(catches(Calls.noSharedThreads(), violation)).isTrue();
    }

    private static boolean catches(ArchRule rule, Class<?> violation) {
        return rule.evaluate(Libraries.planted(violation)).hasViolation();
    }
}
