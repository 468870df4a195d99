package dev.baton.server.cli;

import dev.baton.server.config.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them. */
final class TimeConverter implements ITypeConverter<Duration> {

    TimeConverter() {}

    @Override
    public Duration convert(String text) {
        return Durations.parse(text)
                .orElseThrow(() -> new TypeConversionException("'" + text + "' must be a time like 10s, 5m or 30d"));
    }
}
