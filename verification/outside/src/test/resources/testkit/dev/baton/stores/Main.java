package dev.baton.stores;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests of this module, and says how it went. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("testkit in module " + H2StoreTest.class.getSuperclass().getModule().getName());
        SummaryGeneratingListener heard = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(H2StoreTest.class))
                                .build(),
                        heard);
        heard.getSummary().printFailuresTo(new PrintWriter(System.out, true));
        System.out.println(heard.getSummary().getTestsSucceededCount() > 10 ? "many passed" : "few passed");
        System.out.println(heard.getSummary().getTotalFailureCount() == 0 ? "none failed" : "some failed");
    }
}
