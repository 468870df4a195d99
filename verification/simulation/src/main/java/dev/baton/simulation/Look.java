package dev.baton.simulation;

import dev.baton.spi.DatabaseHistory;
import dev.baton.spi.LeaseRow;
import java.util.Optional;

/** What a takeover reads before it decides. */
record Look(Optional<LeaseRow> row, DatabaseHistory now, Optional<String> preferred) {}
