package dev.baton.architecture.planted;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Date;

/** Every way to ask this machine what time it is. */
public final class WallClocks {
    private WallClocks() {}

    /** One of them. */
    public static final class Millis {
        static long now() {
            return System.currentTimeMillis();
        }
    }

    /** One of them. */
    public static final class OfInstant {
        static Instant now() {
            return Instant.now();
        }
    }

    /** One of them. */
    public static final class OfLocalTime {
        static LocalDateTime now() {
            return LocalDateTime.now(ZoneOffset.UTC);
        }
    }

    /** One of them. */
    public static final class OfDate {
        @SuppressWarnings("JavaUtilDate")
        static long now() {
            return new Date().getTime();
        }
    }

    /** One of them. */
    public static final class OfClock {
        static Clock clock() {
            return Clock.systemUTC();
        }
    }

    /** One of them. */
    public static final class OfCalendar {
        static Calendar now() {
            return Calendar.getInstance();
        }
    }

    /** Not the wall, but a stopwatch of its own. */
    public static final class OwnStopwatch {
        static long now() {
            return System.nanoTime();
        }
    }
}
