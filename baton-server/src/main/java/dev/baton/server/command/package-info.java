/** Other people's programs: started without a shell, and ended whole, whatever becomes of this process. */
package dev.baton.server.command;
