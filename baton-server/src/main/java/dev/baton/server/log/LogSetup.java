package dev.baton.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Configures logback without a file. Until told otherwise only warnings are shown, on stderr: stdout is for answers. */
public final class LogSetup extends ContextAwareBase implements Configurator {

    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        install(context, Level.WARN, System.err, new TextLines());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /**
     * Logs to stdout from now on.
     *
     * @param format {@code json}, {@code text}, or {@code auto}: text on a terminal
     */
    public static void serve(String level, String format) {
        boolean text = format.equals("text") || (format.equals("auto") && isTerminal());
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        install(context, Level.toLevel(level), System.out, text ? new TextLines() : new JsonLines());
        context.getLogger("org.eclipse.jetty").setLevel(Level.WARN);
        context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
    }

    private static void install(
            LoggerContext context, Level level, OutputStream stream, Encoder<ILoggingEvent> encoder) {
        encoder.setContext(context);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(keptOpen(stream));
        appender.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(level);
        root.addAppender(appender);
    }

    /** An appender that stops closes its stream; these are not its own. */
    private static OutputStream keptOpen(OutputStream stream) {
        return new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    /** Newer JDKs always have a console, and say whether it is a terminal. */
    @SuppressWarnings("SystemConsoleNull") // asked for both
    public static boolean isTerminal() {
        if (System.console() == null) {
            return false;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(System.console());
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
