/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Leases and epochs of two gateways that share one limit of requests through Redis, in small sizes:
 * requests and replies are late or lost, Redis loses its data, a gateway is killed and replaced.
 * Names follow LeasedBudget, GatewayPresence, lease.lua and presence.lua. Time passes in ticks.
 *
 * Checked: in no window are more calls made on leases than the limit, nor more on cautious shares
 * than one share for each gateway and for each kill.
 */
#define N 2
#ifndef LIMIT
#define LIMIT 2
#endif
#define SHARE 1 /* LocalShare.of(LIMIT, N) */
#ifndef WINDOW
#define WINDOW 2 /* ticks */
#endif
#ifndef LEASE
#define LEASE 1 /* a lease is valid for one tick more */
#endif
#ifndef SETTLING
#define SETTLING 1 /* ticks in which a new epoch grants nothing */
#endif
#ifndef ABSENCE
#define ABSENCE 4 /* ticks for which a new epoch waits for gateways that others know of */
#endif
#ifndef MARGIN
#define MARGIN 0 /* ticks before the end of settling in which no gateway uses its share */
#endif
#ifndef LATE
#define LATE 9 /* ticks after which a message is ignored */
#endif
#ifndef PATIENCE
#define PATIENCE 9 /* ticks after which no reply counts */
#endif
#ifndef EPOCHS
#define EPOCHS 2 /* how often Redis loses its data, and one */
#endif
#ifndef KILLS
#define KILLS 1
#endif

typedef Ring { byte at[WINDOW] }; /* amounts by age in ticks */

/* gateways */
byte epoch[N];     /* 0: none is known */
byte known[N] = 1; /* the last known epoch: both have met */
byte awaited[N];   /* gateways of the epoch before */
byte lease[N];     /* the allowance that is left */
byte valid[N];     /* ticks that the lease is valid */
byte settling[N];  /* ticks in which its share may be used, as the last reply said */
byte joined[N];    /* the epoch in which all is reported again */
bool replied[N];   /* and was */
Ring used[N];      /* calls on leases and on shares, of which ... */
Ring cautious[N];     /* ... these on shares */
Ring unreported[N];

/* one message of each gateway */
bool sent[N];      /* may still reach Redis */
bool expected[N];  /* the gateway waits for its reply */
byte age[N];       /* ticks since it was sent */
byte forEpoch[N];
byte keep[N];
Ring report[N];
bool answered[N];  /* the reply is on its way */
byte granted[N];
byte refused[N];   /* the reply says that another epoch has begun (1) or it came late (2) */
byte learns[N];    /* the reply says how long Redis settles */

/* Redis */
byte now = 1;      /* its epoch; 0 while it is empty */
byte begun = 1;
byte born;         /* ticks since the epoch began, at most ABSENCE */
byte settles = SETTLING; /* ticks in which nothing is granted */
byte most;         /* the most gateways awaited */
bool told[N];
Ring counted;
byte held[N];
byte lapse[N];
byte heldByDead;
byte lapseOfDead;

/* what a killed gateway had used */
Ring dead;
Ring deadLocal;
byte kills;

#ifdef TRACE
byte quiet;        /* ticks since the last announcement */
bool asked[N];     /* a request was sent in this tick */
#endif

byte i, k, sum, more; /* of single steps */
Ring aged;

inline shift(ring) {
    for (k : 1 .. WINDOW - 1) { ring.at[WINDOW - k] = ring.at[WINDOW - k - 1] }
    ring.at[0] = 0
}
inline clear(ring) { for (k : 0 .. WINDOW - 1) { ring.at[k] = 0 } }
inline add(ring, other) {
    for (k : 0 .. WINDOW - 1) {
        ring.at[k] = ring.at[k] + other.at[k];
        if :: ring.at[k] > LIMIT + N -> ring.at[k] = LIMIT + N :: else fi
    }
}
inline total(ring) { for (k : 0 .. WINDOW - 1) { sum = sum + ring.at[k] } }

inline check() {
    sum = 0; total(used[0]); total(used[1]); total(dead);
    more = sum; sum = 0; total(cautious[0]); total(cautious[1]); total(deadLocal);
    assert(more - sum <= LIMIT);
    assert(sum <= (N + kills) * SHARE);
    sum = 0; more = 0
}

/* presence.lua and GatewayPresence in one step */
inline announce(g) {
    if :: now == 0 -> begun++; now = begun; born = 0; most = 0; settles = SETTLING;
            told[0] = false; told[1] = false
       :: else fi;
#ifdef TRACE
    if :: known[g] != now && born > 0 && quiet > 3 && settles < 4 -> settles = 4 :: else fi;
    quiet = 0;
#endif
    if :: epoch[g] == now && awaited[g] > 0 ->
            sum = 0; total(used[g]);
            if :: (replied[g] && joined[g] == now) || (sum == 0 && lease[g] == 0) -> told[g] = true :: else fi;
            sum = 0
       :: else fi;
    if :: known[g] != now && known[g] != 0 -> awaited[g] = N :: else fi;
#ifdef FORGETFUL
    most = 0;
#endif
    if :: awaited[g] > most -> most = awaited[g] :: else fi;
    if :: born < ABSENCE && most > told[0] + told[1] ->
            more = (SETTLING < ABSENCE - born -> SETTLING : ABSENCE - born);
            if :: more > settles -> settles = more :: else fi;
            more = 0
       :: else fi;
    epoch[g] = now; known[g] = now
}

inline tick() {
    for (i : 0 .. N - 1) {
        shift(used[i]); shift(cautious[i]); shift(unreported[i]);
        if :: valid[i] > 0 -> valid[i]--; if :: valid[i] == 0 -> lease[i] = 0 :: else fi :: else fi;
        if :: (sent[i] || answered[i]) && age[i] <= LEASE -> age[i]++ :: else fi;
        if :: lapse[i] > 0 -> lapse[i]-- :: else fi;
        if :: settling[i] > 0 -> settling[i]-- :: else fi
    }
    shift(dead); shift(deadLocal); shift(counted);
    if :: lapseOfDead > 0 -> lapseOfDead-- :: else fi;
    for (i : 0 .. N - 1) { /* what lapses counts as used then */
        if :: lapse[i] == 0 -> counted.at[0] = counted.at[0] + held[i]; held[i] = 0 :: else fi
    }
    if :: lapseOfDead == 0 -> counted.at[0] = counted.at[0] + heldByDead; heldByDead = 0 :: else fi;
    if :: counted.at[0] > LIMIT + N -> counted.at[0] = LIMIT + N :: else fi;
    if :: now > 0 && born < ABSENCE -> born++ :: else fi;
    if :: settles > 0 -> settles-- :: else fi;
#ifdef TRACE
    if :: quiet < 9 -> quiet++ :: else fi;
    asked[0] = false; asked[1] = false;
#endif
    /* who is connected announces itself, more often than an epoch settles */
    if :: now > 0 && epoch[0] == now -> announce(0) :: else fi;
    if :: now > 0 && epoch[1] == now -> announce(1) :: else fi;
    i = 0
}

inline send(g) {
    if :: joined[g] != epoch[g] -> /* all is reported again */
            joined[g] = epoch[g]; lease[g] = 0; valid[g] = 0; replied[g] = false;
            clear(unreported[g]); add(unreported[g], used[g])
       :: else fi;
#ifdef TRACE
    asked[g] = true;
#endif
    sent[g] = true; expected[g] = true; answered[g] = false; age[g] = 0;
    forEpoch[g] = epoch[g]; keep[g] = lease[g];
    clear(report[g]); add(report[g], unreported[g]); clear(unreported[g])
}

inline done(g) {
    clear(report[g]); age[g] = 0; forEpoch[g] = 0; keep[g] = 0; granted[g] = 0; refused[g] = 0; learns[g] = 0
}

/* lease.lua, for the largest wish */
inline arrive(g) {
    sent[g] = false;
    granted[g] = 0; refused[g] = 0; learns[g] = 0;
    if
    :: forEpoch[g] != now -> refused[g] = 1
    :: forEpoch[g] == now && age[g] > LATE -> refused[g] = 2
    :: else ->
        add(counted, report[g]);
        if :: lapse[g] == 0 -> keep[g] = 0 :: else fi;
        sum = 0; total(counted);
        sum = sum + keep[g] + held[1 - g] + heldByDead;
        more = (sum < LIMIT -> LIMIT - sum : 0);
        if
        :: settles == 0 -> granted[g] = more
        :: else -> learns[g] = settles
        fi;
        held[g] = keep[g] + granted[g]; lapse[g] = LEASE + 1;
        sum = 0; more = 0
    fi;
    if :: expected[g] -> answered[g] = true :: !expected[g] -> done(g) fi
}

/* Whether the report has arrived is not known: it is sent again. */
inline restore(g) {
    add(aged, report[g]);
    for (i : 1 .. age[g]) { shift(aged) }
    add(unreported[g], aged);
    clear(aged); i = 0
}

inline reply(g) {
    expected[g] = false; answered[g] = false;
    if
    :: refused[g] > 0 ->
        restore(g);
        lease[g] = 0; valid[g] = 0;
        if :: refused[g] == 1 ->
                joined[g] = 0; if :: forEpoch[g] == epoch[g] -> epoch[g] = 0 :: else fi
           :: else fi
    :: else ->
        replied[g] = true;
        settling[g] = (learns[g] > age[g] + MARGIN -> learns[g] - age[g] - MARGIN : 0);
        if
        :: age[g] <= LEASE && forEpoch[g] == epoch[g] ->
            lease[g] = (lease[g] < keep[g] -> lease[g] : keep[g]) + granted[g];
            valid[g] = LEASE + 1 - age[g]
        :: else -> lease[g] = 0; valid[g] = 0
        fi
    fi;
    done(g)
}

/* A command times out, or the connection breaks. */
inline lose(g) {
    if :: expected[g] -> restore(g) :: else fi;
    expected[g] = false; answered[g] = false; epoch[g] = 0;
    if :: !sent[g] -> done(g) :: else fi
}

inline kill(g) {
    kills++;
    add(dead, used[g]); add(deadLocal, cautious[g]);
    clear(used[g]); clear(cautious[g]); clear(unreported[g]); clear(report[g]);
    epoch[g] = 0; known[g] = 0; awaited[g] = 0; lease[g] = 0; valid[g] = 0;
    settling[g] = 0; joined[g] = 0; replied[g] = false; sent[g] = false; expected[g] = false; answered[g] = false;
    done(g);
    heldByDead = heldByDead + held[g];
    if :: lapse[g] > lapseOfDead -> lapseOfDead = lapse[g] :: else fi;
    held[g] = 0; lapse[g] = 0
}

inline spend(g, isLocal) {
    used[g].at[0]++; unreported[g].at[0]++;
    if :: isLocal -> cautious[g].at[0]++ :: else -> lease[g]-- fi;
    check()
}

#if WINDOW == 2
#define CAUTIOUS(g) (cautious[g].at[0] + cautious[g].at[1])
#else
#define CAUTIOUS(g) (cautious[g].at[0] + cautious[g].at[1] + cautious[g].at[2])
#endif
/* The proviso of docs/gateway-operations.md: no new gateway is the first to reach an empty Redis. */
#define KNOWS(g) (now > 0 || known[g] > 0)
#define IS_NEW(g) (now == 0 || epoch[g] != now || (replied[g] && joined[g] == now && !told[g] && awaited[g] > 0))

#ifdef TRACE /* random runs for a test: failures are rare, and the state follows each step */
#define MAY_SEND(g) !asked[g]
#define MAY_DROP (born % 4 == 3)
#define MAY_LOSE(g) (age[g] >= PATIENCE || born % 8 == 7)
#define MAY_KILL (begun == EPOCHS && born > 3)
#define MAY_CLEAR (born > 14)
#define MAY_SHARE(g) ((epoch[g] == 0 || settling[g] > 0) && CAUTIOUS(g) < SHARE)
#define SHOW printf(":%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", \
    epoch[0], epoch[1], lease[0], lease[1], MAY_SHARE(0), MAY_SHARE(1), \
    now, settles, most, told[0] + told[1], held[0], held[1], heldByDead, \
    lapse[0], lapse[1], lapseOfDead, counted.at[0], counted.at[1], counted.at[2])
#define SHOW_MESSAGE(g) printf(" %d %d %d %d", \
    keep[g], report[g].at[0], report[g].at[1], report[g].at[2])
#else
#define MAY_SEND(g) true
#define MAY_DROP true
#define MAY_LOSE(g) true
#define MAY_KILL true
#define MAY_CLEAR true
#define SHOW printf("\n")
#define SHOW_MESSAGE(g) skip
#endif

/* What may happen at or to a gateway. */
#define STEPS(g) \
    :: d_step { !expected[g] && KNOWS(g) && IS_NEW(g) -> printf("announce %d", g); announce(g); SHOW } \
    :: d_step { !expected[g] && epoch[g] > 0 && MAY_SEND(g) -> printf("send %d", g); send(g); SHOW_MESSAGE(g); SHOW } \
    :: d_step { sent[g] -> printf("arrive %d", g); arrive(g); SHOW } \
    :: d_step { sent[g] && MAY_DROP -> printf("drop %d", g); sent[g] = false; if :: !expected[g] -> done(g) :: else fi; SHOW } \
    :: d_step { answered[g] && age[g] <= PATIENCE -> printf("reply %d", g); reply(g); SHOW } \
    :: d_step { epoch[g] > 0 && MAY_LOSE(g) -> printf("lose %d", g); lose(g); SHOW } \
    :: d_step { lease[g] > 0 -> printf("spend %d", g); spend(g, false); SHOW } \
    :: d_step { lease[g] == 0 && (epoch[g] == 0 || settling[g] > 0) && CAUTIOUS(g) < SHARE -> printf("share %d", g); spend(g, true); SHOW } \
    :: d_step { kills < KILLS && MAY_KILL -> printf("kill %d", g); kill(g); SHOW }

active proctype system() {
    do
    :: d_step { printf("tick 0"); tick(); SHOW }
    :: d_step { now > 0 && begun < EPOCHS && MAY_CLEAR -> printf("clear 0");
        now = 0; born = 0; settles = 0; clear(counted);
        held[0] = 0; held[1] = 0; heldByDead = 0; lapse[0] = 0; lapse[1] = 0; lapseOfDead = 0; SHOW }
    STEPS(0)
    STEPS(1)
    od
}
