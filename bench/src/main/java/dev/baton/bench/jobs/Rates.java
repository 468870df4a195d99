package dev.baton.bench.jobs;

import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import java.util.Locale;

/**
 * What one contestant did, in several rounds, and what it cost the server: its processor time for a job moves far less with whatever
 * else a machine does than rates do.
 *
 * @param enqueueMicros of the server, for a job that is stored; empty if nobody can tell
 * @param burnMicros of the server, for a job that is claimed and ended, until nothing of it is left to be cleared away
 */
record Rates(
        Contestant contestant,
        ServerWork server,
        Sample enqueue,
        Sample burn,
        Sample enqueueMicros,
        Sample burnMicros) {

    static Rates of(Contestant contestant) {
        return of(contestant, ServerWork.UNKNOWN);
    }

    static Rates of(Contestant contestant, ServerWork server) {
        return new Rates(contestant, server, new Sample(), new Sample(), new Sample(), new Sample());
    }

    /** One round; whether it counts or only warms up. */
    void measure(int jobs, boolean counts) throws Exception {
        int share = jobs / contestant.share();
        ServerWork.Reading before = server.read();
        double stored = perSecond(share, contestant.enqueue(share));
        ServerWork.Reading between = server.read();
        double burned = perSecond(share, contestant.burnDown(share));
        ServerWork.Reading after = server.read();
        if (counts) {
            enqueue.add(stored);
            burn.add(burned);
            between.microsSince(before, share).ifPresent(enqueueMicros::add);
            after.microsSince(between, share).ifPresent(burnMicros::add);
        }
    }

    void tell(Report report) {
        report.line("%-58s burn-down %s%s", contestant.name(), burn.perSecond(), ofServer(burnMicros));
        report.line("%-58s enqueue   %s%s", "", enqueue.perSecond(), ofServer(enqueueMicros));
    }

    private static String ofServer(Sample micros) {
        return micros.size() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; processor time of the server %.0f µs a job (%.0f–%.0f)",
                        micros.median(),
                        micros.min(),
                        micros.max());
    }

    /** How many times as fast as another it burns down. */
    double burnTimes(Rates other) {
        return burn.median() / other.burn.median();
    }

    double enqueueTimes(Rates other) {
        return enqueue.median() / other.enqueue.median();
    }

    static double perSecond(int jobs, long nanos) {
        return jobs * 1e9 / nanos;
    }
}
