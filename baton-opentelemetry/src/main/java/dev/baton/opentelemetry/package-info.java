/**
 * Traces by way of OpenTelemetry's API. An SDK comes from the application or from nobody: without one nothing is recorded.
 *
 * <pre>{@code
 * Baton baton = Baton.on(dataSource).listener(new LeadershipSpans(telemetry)).start();
 * Tracing tracing = new OpenTelemetryTracing(telemetry);
 * SubmissionManager submissions = SubmissionManager.on(baton, settings).tracing(tracing).start();
 * Jobs jobs = Jobs.on(baton).tracing(tracing).start();
 * }</pre>
 *
 * <p>An intent keeps the trace in which it was accepted: its attempts, whichever process makes them and whenever, belong
 * to that trace, and so does what the gateway does, which is called with the span's {@code traceparent}. A job keeps the
 * trace in which it was enqueued, and all of its runs belong to that.
 */
package dev.baton.opentelemetry;
