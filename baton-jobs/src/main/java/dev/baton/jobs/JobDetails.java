package dev.baton.jobs;

import java.util.List;

/** A job with its latest runs, newest first. */
public record JobDetails(JobView job, List<JobRun> runs) {}
