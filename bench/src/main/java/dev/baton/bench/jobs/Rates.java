package dev.baton.bench.jobs;

import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;

/** What one contestant did, in several rounds. */
record Rates(Contestant contestant, Sample enqueue, Sample burn) {

    static Rates of(Contestant contestant) {
        return new Rates(contestant, new Sample(), new Sample());
    }

    /** One round; whether it counts or only warms up. */
    void measure(int jobs, boolean counts) throws Exception {
        int share = jobs / contestant.share();
        double stored = perSecond(share, contestant.enqueue(share));
        double burned = perSecond(share, contestant.burnDown(share));
        if (counts) {
            enqueue.add(stored);
            burn.add(burned);
        }
    }

    void tell(Report report) {
        report.line("%-58s burn-down %s", contestant.name(), burn.perSecond());
        report.line("%-58s enqueue   %s", "", enqueue.perSecond());
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
