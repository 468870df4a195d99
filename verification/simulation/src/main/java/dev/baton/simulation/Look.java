package dev.baton.simulation;

import dev.baton.spi.LeaseRow;
import java.util.Optional;

/** What a takeover reads before it decides. */
record Look(Optional<LeaseRow> row, long timeline, long highestRecorded, Optional<String> preferred) {}
