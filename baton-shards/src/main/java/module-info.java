// One role led by many nodes, a part each.
//
// Open, because baton-sql reads its statements: these are resources in packages without classes, which cannot be opened
// by name without a warning.
open module dev.baton.shards {
    requires transitive dev.baton.sql;
    requires org.slf4j;

    exports dev.baton.shards;
}
