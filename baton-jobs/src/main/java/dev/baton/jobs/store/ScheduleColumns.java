package dev.baton.jobs.store;

import dev.baton.jobs.Schedule;
import dev.baton.sql.jdbc.Command;

/** A schedule as the columns of a recurring job have it. */
public final class ScheduleColumns {

    private ScheduleColumns() {}

    public static Command set(Command command, Schedule schedule) {
        Schedule.Cron cron = schedule instanceof Schedule.Cron c ? c : null;
        return command.set("interval_ms", intervalMillis(schedule))
                .set("fixed_delay", schedule instanceof Schedule.FixedDelay)
                .set("cron", cron == null ? null : cron.expression().toString())
                .set("zone", cron == null ? null : cron.zone().getId())
                .set("catch_up", cron == null ? null : cron.catchUp());
    }

    /** Null for a cron. */
    public static Long intervalMillis(Schedule schedule) {
        if (schedule instanceof Schedule.Interval every) {
            return every.interval().toMillis();
        }
        return schedule instanceof Schedule.FixedDelay after ? after.delay().toMillis() : null;
    }
}
