/** Spans on OpenTelemetry's API. */
module dev.baton.opentelemetry {
    requires transitive dev.baton.core;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;

    exports dev.baton.opentelemetry;
}
