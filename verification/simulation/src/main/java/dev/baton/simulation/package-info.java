/**
 * The production election under a virtual clock, against a simulated database, with everything going wrong.
 *
 * <h2>What is real</h2>
 *
 * {@link dev.baton.election.ElectionDriver} with all that it drives ({@link dev.baton.election.Election},
 * {@link dev.baton.election.DeadlineGate}, the rule for a refused fence), {@link dev.baton.spi.Succession} and
 * {@link dev.baton.spi.FenceVerdict}: the classes of production, untouched.
 *
 * <h2>What is simulated</h2>
 *
 * <pre>
 *  Scenario (seed) ---> Simulation ---> World: one Agenda, one thread, one virtual clock
 *                                         |
 *       Node 0..4 -----------------------+------------------------ Database
 *        SimulatedElector per role        |                          RoleTable: row, history, fenced writes
 *          ElectionDriver                 |                          Lock: seat (session), fence, row; first come, first served
 *          Store: verbs as statements  Connection, NetworkPath              Session, Tx: READ COMMITTED
 *          TermWorker: workers, FencedTx        |                          clock and timeline of its own
 *                                         |
 *                                      Checker: invariants at every step; Tally: what was really tested
 * </pre>
 *
 * A {@link dev.baton.simulation.Strand} is a thread: it can be held up between any two of its steps, or die. A
 * {@link dev.baton.simulation.NetworkPath} is one direction of a network path: it can hold messages back, or swallow them. Every
 * verb of the store and every fenced transaction is a chain of statements, each with a message there and a message
 * back, so that a crash, a pause, a cut or another node's step can fall between any two of them.
 *
 * <h2>What goes wrong</h2>
 *
 * Faults are data: a list drawn from the seed before the run starts. So a failing run can be shrunk by leaving faults
 * out while it still fails. What remains is printed with a trace.
 *
 * <h2>What is exempt</h2>
 *
 * Exactly what the guarantees exempt: see {@link dev.baton.simulation.Checker}.
 */
package dev.baton.simulation;
