// Rules over the metrics of a whole cluster, judged by one node.
//
// Open, because baton-sql reads its statements: these are resources in packages without classes, which cannot be opened
// by name without a warning.
open module dev.baton.alerts {
    requires transitive dev.baton.sql;
    requires java.net.http;
    requires org.slf4j;
    requires tools.jackson.databind;

    exports dev.baton.alerts;
    exports dev.baton.alerts.condition;
    exports dev.baton.alerts.notify;
}
