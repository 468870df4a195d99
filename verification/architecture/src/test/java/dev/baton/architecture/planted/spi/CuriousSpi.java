package dev.baton.architecture.planted.spi;

import dev.baton.architecture.planted.election.Machinery;

/** An SPI type that knows the election. */
public record CuriousSpi(Machinery machinery) {}
