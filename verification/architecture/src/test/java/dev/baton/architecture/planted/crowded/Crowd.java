package dev.baton.architecture.planted.crowded;

/** One type more than a package may hold. */
final class Crowd {}

final class Type02 {}

final class Type03 {}

final class Type04 {}

final class Type05 {}

final class Type06 {}

final class Type07 {}

final class Type08 {}

final class Type09 {}

final class Type10 {}

final class Type11 {}

final class Type12 {}

final class Type13 {}

final class Type14 {}

final class Type15 {}

final class Type16 {}

final class Type17 {}

final class Type18 {}

final class Type19 {}

final class Type20 {}

final class Type21 {}

final class Type22 {}

final class Type23 {}

final class Type24 {}

final class Type25 {}

final class Type26 {}

final class Type27 {}

final class Type28 {}

final class Type29 {}

final class Type30 {}

final class Type31 {}
