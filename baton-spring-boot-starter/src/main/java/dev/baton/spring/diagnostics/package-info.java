/** Why a context did not start because of Baton, in sentences. */
package dev.baton.spring.diagnostics;
