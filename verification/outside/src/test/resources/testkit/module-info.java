/** Tests of a store, in a module of their own. */
open module dev.baton.stores {
    requires com.h2database;
    requires dev.baton.testkit;
    requires org.junit.platform.launcher;
}
