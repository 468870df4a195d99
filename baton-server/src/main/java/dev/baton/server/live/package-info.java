/** The live feed behind the dashboard: one look at the database a second, told to any number of viewers. */
package dev.baton.server.live;
