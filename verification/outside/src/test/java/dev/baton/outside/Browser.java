package dev.baton.outside;

import dev.baton.testkit.Installed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The Chromium of the machine, at one node's dashboard. Waits on what is shown, never on time. */
final class Browser implements AutoCloseable {

    private static final String AXE = axe();

    /** Warns that it knows no developer tools of so new a browser; nothing here uses them. Held, lest the setting be lost. */
    private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    static {
        DEVTOOLS.setLevel(Level.SEVERE);
    }

    private final ChromeDriver driver;
    private final String url;

    static void requireInstalled() {
        Installed.program("chromium", "chromium");
        Installed.program("chromedriver", "chromium-driver");
    }

    Browser(String url) {
        this.url = url;
        Path program = Installed.program("chromium", "chromium");
        Path service = Installed.program("chromedriver", "chromium-driver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program.toString());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,900");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        options.setCapability("goog:loggingPrefs", logs);
        this.driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(service.toFile())
                        .build(),
                options);
        driver.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(60));
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
    }

    /** Shows a page of the dashboard. */
    void open(String page) {
        driver.get(url + "/#/" + page);
    }

    /** Waits until some element's text is as wanted. */
    void waitFor(String selector, Predicate<String> wanted) {
        Fleet.until(() -> texts(selector).stream().anyMatch(wanted));
    }

    /** Waits until the elements say these words, in this order. */
    void waitForAll(String selector, List<String> wanted) {
        Fleet.until(() -> texts(selector).equals(wanted));
    }

    /** What the elements say, in order; none while the page changes. */
    List<String> texts(String selector) {
        try {
            return driver.findElements(By.cssSelector(selector)).stream()
                    .map(WebElement::getText)
                    .toList();
        } catch (StaleElementReferenceException e) {
            return List.of();
        }
    }

    String text(String selector) {
        return texts(selector).stream().findFirst().orElse("");
    }

    String attribute(String selector, String name) {
        return String.valueOf(driver.findElement(By.cssSelector(selector)).getDomAttribute(name));
    }

    int all(String selector) {
        return driver.findElements(By.cssSelector(selector)).size();
    }

    void type(String selector, String text) {
        Fleet.until(() -> all(selector) > 0);
        driver.findElement(By.cssSelector(selector)).sendKeys(text);
    }

    void retype(String selector, String text) {
        driver.findElement(By.cssSelector(selector)).clear();
        type(selector, text);
    }

    /** What a script of the page would see. */
    String run(String script) {
        return String.valueOf(driver.executeScript(script));
    }

    void click(String selector) {
        Fleet.until(() -> {
            try {
                List<WebElement> found = driver.findElements(By.cssSelector(selector));
                if (found.isEmpty()) {
                    return false;
                }
                found.get(0).click();
                return true;
            } catch (org.openqa.selenium.WebDriverException e) {
                return false; // moved, or covered for a moment
            }
        });
    }

    /** As somebody sees it who has asked their system for dark or light colours. */
    void colours(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** As on a screen of that width. */
    void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 844, "deviceScaleFactor", 2, "mobile", pixels < 600));
    }

    /** The page as it looks in a window of that size, as a PNG. */
    byte[] picture(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** What stands in the way of people who cannot see or use a mouse, as axe-core finds it. */
    List<String> barriers() {
        driver.executeScript(AXE);
        Object found = driver.executeAsyncScript("""
            const done = arguments[arguments.length - 1];
            axe.run(document).then((report) => done(report.violations.map(
                (one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`)));
            """);
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    private static String axe() {
        try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every host that the page has asked for anything. */
    List<String> hosts() {
        return ((List<?>) driver.executeScript(
                        "return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).hostname)"))
                .stream().map(String::valueOf).distinct().toList();
    }

    /**
     * What the browser complained about: scripts that failed, things that the policy forbids. A page that asks for the log of a
     * run that has said nothing is no complaint.
     */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getMessage())
                .filter(said -> !said.contains("/log - Failed to load resource"))
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
