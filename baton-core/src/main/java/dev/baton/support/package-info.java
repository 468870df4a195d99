/** Small things that several of our modules need and that belong to none of them. Internal. */
package dev.baton.support;
