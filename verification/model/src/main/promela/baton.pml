/*
 * Lease, session and fence: the protocol of one role, three nodes and one database. docs/model.md says which step is
 * which line of the code, what is left out, and why that is honest.
 *
 * With a clock. One process ticks; every duration is a counter that a tick lowers. Nothing has to happen before a tick, so
 * every node and session can be paused anywhere, for any time. After `healed` a tick comes only when nobody has anything
 * left to do (`timeout`): then what was promised "within so long" has to hold at a tick. Checked: guarantees 1, 3 and 6.
 *
 * Without a clock (CLOCKLESS). Whatever depends on time may go either way at any moment: a row may be expired or not, a
 * gate that was opened never shuts by itself. And there is a fenced transaction. Checked: guarantees 1, 2 and 5, which
 * must hold for any clock.
 *
 * Switches.  LEASE: strategy lease, else session.   IMMEDIATE: its takeover, else exclusive.   CLOCKLESS: see above.
 *            FAULTS: how many.   LEAVES: how often somebody leaves.   TERMS: how many before the faults end.
 *            HEALS: everything heals at some moment.   STEPS: the database's clock is set, once.   BUG_...: a planted bug.
 */

#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef LEAVES
#define LEAVES 1
#endif
#ifndef TERMS
#define TERMS 3
#endif

#define N      3
#define NOBODY 3
#define ZOMBIE 4 /* a session whose client has given it up */

#ifndef WINDOW
#define WINDOW 2 /* how long a gate stays open after a heartbeat was sent: the lease, or the trust window */
#endif
#ifdef LEASE
#define ROW    WINDOW       /* how long the row is valid: lease_duration */
#else
#define ROW    (WINDOW + 1) /* session_lease */
#endif
#define OWED   WINDOW       /* how long a gate may be open of which the row does not tell */
#define BOUND  (2 * ROW + OWED + 2)

#define SECOND_TIMELINE 8 /* the first epoch of the second timeline: above all that the first can have reached */

/* Where an election stands: its state in the code, with the request under way and how far that has got. */
#define REST       0 /* Following, asleep */
#define AWAIT      1 /* Following: session-lock waits in the database */
#define GRANTED    2 /* ... and was granted; the answer is under way */
#define TAKE_LOCK  3 /* fence-exclusive, lease-read, and Succession.judge on its answer */
#define TAKE_WRITE 5 /* lease-take and COMMIT */
#define TAKEN      6 /* ... are done; the answer is under way */
#define LEAD       7 /* Leading, no request under way */
#define RENEW      8 /* lease-renew */
#define RENEWED    9 /* ... found its row; the answer is under way */
#define GONE      10 /* ... found nothing; the answer is under way */
#define RELEASE   11 /* Leaving: role-leave, session-unlock */

typedef Row {
    unsigned holder : 2;
    unsigned epoch : 4;
    unsigned valid : 2;   /* expires_at - clock_timestamp() */
    unsigned timeline : 1;
    bit released;
    bit owes              /* trust_ms of a lease whose holder has not opened its gate: see Succession */
}

typedef Node {
    unsigned st : 4;
    unsigned term : 4;    /* the token's epoch while Leading or Leaving */
    unsigned last : 2;    /* of the last acknowledged heartbeat: sentAt + window - now */
    unsigned flight : 2;  /* the same of the request under way */
    unsigned quiet : 2;   /* opensAt - now */
    bit opened;           /* Leading.opened */
    bit gate;             /* DeadlineGate.opening is there; it is open while last > 0 */
    bit revoked;          /* DeadlineGate.revoked is this term, and FenceRefused waits in the mailbox */
    bit suspect;          /* the request under way was sent before DeadlineGate.suspectedAt */
    bit late;             /* FenceRefused for expiry alone waits in the mailbox */
    bit waits;            /* Verdict of the bid: the gate has to stay shut at first */
    bit whatever;         /* Verdict of the bid: whatever_expiry */
    bit alive;            /* the database's side of its session */
    bit dead;             /* the process was killed */
#ifdef IMMEDIATE
    unsigned cut : 2;     /* how long ago the database's side alone was cut: trust window - that */
#endif
}

Row row, standby;
Node node[N];
unsigned timeline : 1;
unsigned scope : 3 = NOBODY;   /* who has the session lock */
unsigned closed : 3 = NOBODY;  /* who has the fence's lock exclusively */
unsigned faults : 3 = FAULTS;
unsigned leaves : 2 = LEAVES;
bit lags, crashed, healed, one;

/* The one fenced transaction that is watched. */
#define IDLE   0
#define TRY    1 /* fence-enter, first statement: pg_try_advisory_xact_lock_shared */
#define LOOK   2 /* fence-enter, second statement */
#define WAIT   3 /* fence-wait */
#define COMMIT 4 /* the verdict was good: the caller's statements, and COMMIT */
#define STALE  5 /* the verdict was SUPERSEDED */
#define LATE   6 /* the verdict was EXPIRED */
unsigned ws : 3;
unsigned wn : 2;
unsigned wt : 4;
bit shared;  /* it has the fence's lock */
bit passes;  /* BUG_ONE_SNAPSHOT: what the snapshot of its only statement says */

/* A request that goes on in the database after its client has given up. */
unsigned zs : 4;
unsigned zn : 2;
unsigned zt : 4;
bit zo, zw;  /* opened; waits (renew, take) */

unsigned granted : 4; /* the highest epoch that was ever granted */

#ifdef STEPS
unsigned steps : 1 = 1;
#ifdef LEASE
unsigned ahead : 2;   /* one lease - how long ago the clock was set forward */
#endif
#define STEPPED (steps == 0)
#else
#define STEPPED false
#endif

#define ME      node[me]
#define OPEN(i) (node[i].gate && node[i].last > 0)
#define LIVE    (row.valid > 0 && !row.released && row.timeline == timeline)
#define LOWER(x) if :: x > 0 -> x-- :: else fi

#ifdef LEASE
#define SESSION 0
#else
#define SESSION 1
#endif

#ifdef CLOCKLESS
#define TICKS        0
#define QUIET        0
#define MAY_BE_OVER  true
#define MAY_BE_VALID true
#define MUST_BE_VALID SESSION
#define MAY_BE_HELD(who) (!SESSION && row.holder != who)
#define MAY_TAKE(who) true
#define BEAT_DUE     true
#define SENT         0
#define CUTS         (SESSION || faults > 0)
#define ONE_FAULT    if :: !SESSION -> faults-- :: else fi
#define ANSWERED     WINDOW
#else
#define TICKS        1
#define QUIET        OWED
#define MAY_BE_OVER  (!LIVE)
#define MAY_BE_VALID (SESSION || row.valid > 0)
#define MUST_BE_VALID MAY_BE_VALID
#define MAY_BE_HELD(who) (!SESSION && row.holder != who && LIVE)
#define MAY_TAKE(who) (!MAY_BE_HELD(who))
#define BEAT_DUE     (ME.last < WINDOW)
#define SENT         WINDOW
#define CUTS         (faults > 0)
#define ONE_FAULT    faults--
#ifdef BUG_GATE_FROM_ANSWER
#define ANSWERED     WINDOW
#else
#define ANSWERED     ME.flight
#endif
#endif

/* The bound on terms while things go wrong. Afterwards there is none. */
#define ANOTHER (healed || (timeline == 0 -> row.epoch < TERMS : row.epoch < SECOND_TIMELINE + 1))
/* Symmetry: the first to take the role is called 0, the first other one 1. */
#define MY_TURN (healed || me == 0 || (granted > 0 && (me == 1 || one)))

#if defined(IMMEDIATE)
#define EXEMPT(i) (ME.cut > 0 || node[i].cut > 0)
#elif defined(STEPS) && defined(LEASE)
#define EXEMPT(i) (ahead > 0)
#else
#define EXEMPT(i) false
#endif

#ifdef CLOCKLESS
#define APART(i) skip
#else
#define APART(i) assert(i == me || !OPEN(i) || EXEMPT(i))
#endif

/* Leader.openIfDue and DeadlineGate.open. Guarantee 3 can only break here; guarantee 5 too. */
inline openIfDue() {
    if
    :: ME.quiet == 0 && ME.last > 0 ->
        ME.opened = 1;
        if
#ifdef BUG_REOPEN
        :: true ->
#else
        :: !ME.revoked && !ME.suspect ->
#endif
            ME.gate = 1;
            assert(!ME.revoked && !ME.suspect);
            APART(0); APART(1); APART(2)
        :: else
        fi
    :: else
    fi
}

/* The end of a session in the database: its locks are free, and what was not committed is gone. */
inline unlock(who) {
    if :: scope == who -> scope = NOBODY :: else fi;
    if :: closed == who -> closed = NOBODY :: else fi
}

/* Leader.lose, Follower.standBack, Election.left: gate first, then Disconnect, then asleep. */
inline rest() {
    ME.st = (SESSION -> AWAIT : REST); ME.term = 0; ME.last = 0; ME.flight = 0; ME.quiet = 0; ME.opened = 0; ME.gate = 0;
    ME.revoked = 0; ME.suspect = 0; ME.late = 0; ME.waits = 0; ME.whatever = 0;
    if :: ME.alive -> unlock(me) :: else fi;
    ME.alive = 0;
#ifdef IMMEDIATE
    ME.cut = 0
#endif
}

/* Succession.judge for a bid that is not denied. */
inline judge(who) {
    node[who].whatever = SESSION || row.holder == who || row.timeline != timeline;
#ifdef IMMEDIATE
    node[who].waits = 0;
#else
#ifdef LEASE
    node[who].waits = row.timeline != timeline || row.owes && !row.released;
#else
    node[who].waits = row.timeline != timeline || !row.released;
#endif
#ifdef BUG_OWN_ROW /* as it was until this model found it */
    node[who].waits = node[who].waits && !(row.timeline != timeline && row.holder == who);
#endif
#ifdef BUG_TRUST_OLD_RELEASE
    node[who].waits = node[who].waits && !row.released;
#endif
#ifdef BUG_NO_TRUST_WINDOW
    node[who].waits = 0;
#endif
#endif
}

/* lease-take with its predicates, and COMMIT. Guarantee 1. */
inline take(who, shut) {
    if
#ifdef BUG_SAME_EPOCHS
    :: true -> row.epoch = row.epoch + 1
#else
    :: timeline == 1 && row.epoch < SECOND_TIMELINE -> row.epoch = SECOND_TIMELINE
    :: else -> row.epoch = row.epoch + 1
#endif
    fi;
    assert(row.epoch > granted);
    granted = row.epoch;
    row.holder = who; row.valid = ROW; row.released = 0; row.timeline = timeline;
#ifdef BUG_FORGET_OWED /* as it was until this model found it */
    row.owes = 0;
#else
    row.owes = !SESSION && shut;
#endif
    if :: who == 1 -> one = 1 :: else fi
}

#ifdef BUG_RENEW_ANY_EPOCH
#define SAME_TERM(e) true
#else
#define SAME_TERM(e) (row.epoch == e)
#endif

#define HOLDS(who, e) (row.holder == who && SAME_TERM(e) && !row.released && row.timeline == timeline)

/* lease-renew found its row. Guarantee 1: only the current term is extended. */
inline renew(e, acted) {
    assert(e == granted);
    row.valid = ROW;
    row.owes = row.owes && !acted
}

inline release() {
    row.released = 1; row.valid = 0;
#ifdef BUG_EPOCH_RESET
    row.epoch = 0
#endif
}

proctype Elector(byte me) {
end:
    do
    /* Follower.campaign: lease looks and bids; session waits for its lock in the database from the moment it rests. */
    :: d_step { ME.st == REST && !ME.dead && MY_TURN && ANOTHER && (MAY_BE_OVER || row.holder == me) ->
        ME.st = TAKE_LOCK; ME.alive = 1; ME.flight = SENT }
    :: d_step { ME.st == AWAIT && !ME.dead && scope == NOBODY && MY_TURN && ANOTHER ->
        scope = me; ME.st = GRANTED; ME.alive = 1; if :: me == 1 -> one = 1 :: else fi }
    :: d_step { ME.st == GRANTED && !ME.dead -> ME.st = TAKE_LOCK; ME.quiet = QUIET; ME.flight = SENT }

    /* LeaseRows.take: the fence is closed, the row read, the bid judged; then the row is written, and COMMIT. */
    :: d_step { ME.st == TAKE_LOCK && ME.alive && !ME.dead && closed == NOBODY && !shared && MAY_TAKE(me) ->
        closed = me; judge(me); ME.st = TAKE_WRITE }
    :: d_step { ME.st == TAKE_LOCK && ME.alive && !ME.dead && closed == NOBODY && !shared && MAY_BE_HELD(me) -> rest() }
    :: d_step { ME.st == TAKE_WRITE && ME.alive && (ME.whatever || MAY_BE_OVER) ->
        closed = NOBODY; ME.whatever = 0; take(me, ME.waits); ME.st = TAKEN }
    :: d_step { ME.st == TAKE_WRITE && ME.alive && !ME.whatever && MAY_BE_VALID -> rest() }

    /* Follower.lead */
    :: d_step { ME.st == TAKEN && !ME.dead ->
        ME.st = LEAD; ME.term = row.epoch; ME.last = ANSWERED; ME.flight = 0;
        if
        :: !ME.waits -> ME.quiet = 0
        :: ME.waits && !SESSION -> ME.quiet = QUIET
        :: else
        fi;
        ME.waits = 0;
        openIfDue() }

    /* Leader.alarm */
    :: d_step { ME.st == LEAD && !ME.dead && !ME.opened && ME.quiet == 0 && ME.last > 0 && !ME.revoked -> openIfDue() }
    :: d_step { ME.st == LEAD && !ME.dead && BEAT_DUE ->
        ME.late = 0; ME.st = RENEW; ME.flight = SENT; if :: !SESSION -> ME.alive = 1 :: else fi }
    :: d_step { ME.st == RENEW && ME.alive && HOLDS(me, ME.term) && MAY_BE_VALID -> renew(ME.term, ME.opened); ME.st = RENEWED }
    :: d_step { ME.st == RENEW && ME.alive && !(HOLDS(me, ME.term) && MUST_BE_VALID) -> ME.st = GONE }

    /* Leader.renewed; a holder whose gate was shut for long gives up */
    :: d_step { ME.st == RENEWED && !ME.dead ->
        ME.st = LEAD; ME.last = ANSWERED; ME.flight = 0; openIfDue(); ME.suspect = 0 }
    :: d_step { ME.st == RENEWED && !ME.dead && SESSION && ME.last == 0 && ME.quiet == 0 -> rest() }
    /* Leader.beaten (Lost), Leader.refused */
    :: d_step { ME.st == GONE && !ME.dead -> rest() }
    :: d_step { ME.st == LEAD && !ME.dead && (ME.revoked || ME.late && !SESSION) -> rest() }

    /* Leader.release: gate first; the mark is for a holder whose gate was allowed to open */
    :: d_step { ME.st == LEAD && !ME.dead && leaves > 0 ->
        leaves--;
        if
#ifdef BUG_MARK_UNOPENED
        :: true ->
#else
        :: ME.opened ->
#endif
            ME.st = RELEASE; ME.gate = 0; ME.opened = 0; ME.last = 0; ME.quiet = 0; ME.revoked = 0; ME.late = 0;
            if :: !SESSION -> ME.alive = 1 :: else fi
        :: else -> rest()
        fi }
    :: d_step { ME.st == RELEASE && ME.alive && HOLDS(me, ME.term) -> release(); rest() }
    :: d_step { ME.st == RELEASE && ME.alive && !HOLDS(me, ME.term) -> rest() }

    /* An error or a time-out. What was answered already may still arrive instead. */
    :: d_step { ME.st != REST && ME.st != AWAIT && ME.st != LEAD && !ME.alive && !ME.dead -> rest() }

    /* The database's side of the connection is cut, alone: the client may not notice before it uses it. A lost request
       and a lost answer are this, and then the error. */
    :: d_step { ME.alive && CUTS && (ME.st < TAKEN || !SESSION && ME.st == TAKEN) -> ONE_FAULT; rest() }
    :: d_step { ME.alive && CUTS && (ME.st > LEAD || SESSION && ME.st >= TAKEN) ->
        ONE_FAULT; ME.alive = 0; unlock(me);
#ifdef IMMEDIATE
        if :: ME.term > 0 || ME.st == TAKEN -> ME.cut = WINDOW :: else fi
#endif
        }
    /* The client gives up, the database goes on: a request that is executed after everybody has forgotten it. */
    :: d_step { (ME.st == TAKE_WRITE || ME.st == RENEW || ME.st == RELEASE) && ME.alive && zs == 0 && faults > 0 && !ME.dead ->
        faults--; zs = ME.st; zn = me; zt = ME.term; zo = ME.opened || ME.whatever; zw = ME.waits;
        if :: scope == me -> scope = ZOMBIE :: else fi;
        if :: closed == me -> closed = ZOMBIE :: else fi;
        ME.alive = 0; rest() }
#ifdef HEALS
    /* The process is killed, and nothing tells the database. Until things heal, a pause looks the same. */
    :: d_step { !ME.dead && !crashed && faults > 0 -> faults--; crashed = 1; ME.dead = 1; ME.gate = 0; ME.last = 0 }
#endif
    /* The server ends a session that shows no sign of life, or a candidate has it ended (SessionStore.evict). */
#ifndef BUG_NO_EVICTION
    :: d_step { SESSION && ME.alive && ME.st != REST && ME.st != AWAIT && row.valid == 0 && (ME.dead || !healed) ->
        assert(!OPEN(me) || STEPPED);
#if defined(IMMEDIATE) && defined(STEPS)
        if :: STEPPED && (ME.term > 0 || ME.st == TAKEN) -> ME.cut = WINDOW :: else fi;
#endif
        ME.alive = 0; unlock(me) }
#endif
    od
}

/* A fenced transaction of somebody whose gate was open when it began. */
proctype Writer() {
end:
    do
    :: d_step { ws == IDLE && !healed && OPEN(0) -> ws = TRY; wn = 0; wt = node[0].term }
    :: d_step { ws == IDLE && !healed && OPEN(1) -> ws = TRY; wn = 1; wt = node[1].term }
    :: d_step { ws == IDLE && !healed && OPEN(2) -> ws = TRY; wn = 2; wt = node[2].term }
    :: d_step { ws == TRY ->
#ifdef BUG_NO_FENCE_LOCK
        ws = LOOK
#else
#ifdef BUG_ONE_SNAPSHOT
        passes = row.holder == wn && row.epoch == wt && row.timeline == timeline;
        ws = WAIT
#else
        if
        :: closed == NOBODY && node[0].st != TAKE_LOCK && node[1].st != TAKE_LOCK && node[2].st != TAKE_LOCK ->
            shared = 1; ws = LOOK
        :: else -> ws = WAIT
        fi
#endif
#endif
        }
    :: d_step { ws == WAIT && closed == NOBODY ->
        shared = 1;
#ifdef BUG_ONE_SNAPSHOT
        if :: passes -> ws = COMMIT :: else -> ws = STALE fi;
        passes = 0
#else
        ws = LOOK
#endif
        }
    /* FenceVerdict.judge */
    :: d_step { ws == LOOK ->
        if
#ifdef BUG_NO_TIMELINE
        :: row.holder != wn || row.epoch != wt -> ws = STALE
#else
        :: row.holder != wn || row.epoch != wt || row.timeline != timeline -> ws = STALE
#endif
        :: else -> ws = COMMIT
        fi }
    :: d_step { ws == LOOK && row.holder == wn && row.epoch == wt && row.timeline == timeline &&
            (TICKS == 0 || row.valid == 0 || row.released) -> ws = LATE }
    /* Guarantee 2. */
    :: d_step { ws == COMMIT -> assert(wt == granted); ws = IDLE; wn = 0; wt = 0; shared = 0 }
    /* ElectionDriver.fenceRefused */
    :: d_step { (ws == STALE || ws == LATE) ->
        if
        :: node[wn].term == wt && node[wn].st >= LEAD && node[wn].st <= GONE && !node[wn].dead ->
            node[wn].gate = 0;
            if
            :: ws == STALE -> node[wn].revoked = 1
            :: else -> node[wn].late = 1; node[wn].suspect = node[wn].st != LEAD
            fi
        :: else
        fi;
        ws = IDLE; wn = 0; wt = 0; shared = 0 }
    /* Any error: the transaction is rolled back. idle_in_transaction_session_timeout is one. */
    :: d_step { ws != IDLE && ws != STALE && ws != LATE -> ws = IDLE; wn = 0; wt = 0; shared = 0; passes = 0 }
    od
}

proctype Zombie() {
end:
    do
    :: d_step { zs == TAKE_WRITE -> if :: zo || MAY_BE_OVER -> take(zn, zw) :: else fi;
        unlock(ZOMBIE); zs = 0; zn = 0; zt = 0; zo = 0; zw = 0 }
    :: d_step { zs == RENEW -> if :: HOLDS(zn, zt) && MAY_BE_VALID -> renew(zt, zo) :: else fi;
        unlock(ZOMBIE); zs = 0; zn = 0; zt = 0; zo = 0; zw = 0 }
    :: d_step { zs == RELEASE -> if :: HOLDS(zn, zt) -> release() :: else fi;
        unlock(ZOMBIE); zs = 0; zn = 0; zt = 0; zo = 0; zw = 0 }
    :: d_step { zs != 0 -> unlock(ZOMBIE); zs = 0; zn = 0; zt = 0; zo = 0; zw = 0 }
    od
}

inline lowerNode(i) {
    LOWER(node[i].last); LOWER(node[i].flight); LOWER(node[i].quiet);
#ifdef IMMEDIATE
    LOWER(node[i].cut)
#endif
}

inline tick() {
    LOWER(row.valid);
#if defined(STEPS) && defined(LEASE)
    LOWER(ahead);
#endif
    lowerNode(0); lowerNode(1); lowerNode(2)
}

#define RUNS(i) (node[i].last > 0 || node[i].flight > 0 || node[i].quiet > 0)

#ifdef STEPS
#ifdef LEASE
#define AHEAD ahead = WINDOW
#else
#define AHEAD skip
#endif
#define LONGEST 3 /* what row.valid can hold */
#endif

inline failOver(i) {
    if :: node[i].alive -> node[i].alive = 0;
#ifdef IMMEDIATE
        if :: node[i].term > 0 || node[i].st == TAKEN -> node[i].cut = WINDOW :: else fi
#endif
    :: else
    fi
}

#define LEADS(i) (OPEN(i) && row.holder == i && row.epoch == node[i].term && row.valid > 0 && !row.released && row.timeline == timeline)

proctype World() {
    unsigned h : 4;
    unsigned leader : 4;
progress_while_things_go_wrong:
end_by_the_bound_on_terms:
    do
    :: d_step { TICKS && (row.valid > 0 || RUNS(0) || RUNS(1) || RUNS(2)) -> tick() }
    /* From here on the standby hears of nothing any more. */
    :: d_step { !lags && timeline == 0 && faults > 0 ->
        lags = 1; standby.holder = row.holder; standby.epoch = row.epoch; standby.released = row.released;
        standby.owes = row.owes }
    /* Fail-over of the database: the old one is stopped, the standby promoted, what it never had is lost. */
    :: d_step { lags && timeline == 0 && faults > 0 ->
        faults--; lags = 0; timeline = 1;
        row.holder = standby.holder; row.epoch = standby.epoch; row.released = standby.released;
        row.owes = standby.owes; row.valid = 0;
        standby.holder = 0; standby.epoch = 0; standby.released = 0; standby.owes = 0;
        scope = NOBODY; closed = NOBODY; zs = 0; zn = 0; zt = 0; zo = 0; zw = 0;
        if :: ws != STALE && ws != LATE -> ws = IDLE; wn = 0; wt = 0; shared = 0; passes = 0 :: else -> shared = 0 fi;
        failOver(0); failOver(1); failOver(2) }
#ifdef STEPS
    /* The database's clock is set forward or back, a little or a lot. */
    :: d_step { steps > 0 && row.valid > 0 -> steps--; row.valid = 0; AHEAD }
    :: d_step { steps > 0 && row.valid > 1 -> steps--; row.valid--; AHEAD }
    :: d_step { steps > 0 && !row.released && row.valid < LONGEST -> steps--; row.valid++ }
    :: d_step { steps > 0 && !row.released && row.valid < LONGEST - 1 -> steps--; row.valid = LONGEST }
#endif
#ifdef HEALS
    :: d_step { !healed -> healed = 1; faults = 0; leaves = 0; lags = 0; standby.holder = 0; standby.epoch = 0;
        standby.released = 0; standby.owes = 0 }; break
#endif
    od;
    /* Guarantee 6 and liveness: after a while there is one leader whose fence would let it write, and it stays. */
    do
    :: timeout ->
progress_tick:
        d_step {
            tick();
            h++;
            if
            :: h == BOUND ->
                assert(LEADS(0) || LEADS(1) || LEADS(2));
                leader = granted
            :: h > BOUND -> assert((LEADS(0) || LEADS(1) || LEADS(2)) && leader == granted)
            :: else
            fi
        };
        if :: h == BOUND + 2 -> break :: else fi
    od;
end_well:
    false
}

init {
    atomic {
        row.released = 1; /* a role that nobody has had: no row, see Succession.begin */
        row.holder = NOBODY;
#ifndef LEASE
        node[0].st = AWAIT; node[1].st = AWAIT; node[2].st = AWAIT;
#endif
#ifdef CLOCKLESS
        run Writer();
#endif
        run Elector(0); run Elector(1); run Elector(2); run Zombie(); run World()
    }
}
