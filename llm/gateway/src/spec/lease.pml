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
#define WINDOW 2 /* ticks */
#define LEASE 1 /* ticks that a lease is valid */
#ifndef SETTLING
#define SETTLING 1 /* ticks in which a new epoch grants nothing */
#endif
#ifndef ABSENCE
#define ABSENCE 4 /* ticks for which a new epoch waits for gateways that others know of */
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
bool settling[N];  /* the last reply said so */
bool replied[N];   /* all was reported in this epoch */
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
bool ended[N];     /* the reply says that another epoch has begun */
bool learns[N];    /* the reply says that Redis settles */

/* Redis */
byte now = 1;      /* its epoch; 0 while it is empty */
byte begun = 1;
byte born;         /* ticks since the epoch began, at most ABSENCE */
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

byte i, k, sum, more; /* of single steps */

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

#define GRANTS (now > 0 && born >= SETTLING && (born >= ABSENCE || told[0] + told[1] >= most))

inline tick() {
    for (i : 0 .. N - 1) {
        shift(used[i]); shift(cautious[i]); shift(unreported[i]);
        if :: valid[i] > 0 -> valid[i]--; if :: valid[i] == 0 -> lease[i] = 0 :: else fi :: else fi;
        if :: (sent[i] || answered[i]) && age[i] <= LEASE -> age[i]++ :: else fi;
        if :: lapse[i] > 0 -> lapse[i]-- :: else fi
    }
    shift(dead); shift(deadLocal); shift(counted);
    if :: lapseOfDead > 0 -> lapseOfDead-- :: else fi;
    for (i : 0 .. N - 1) { /* what lapses counts as used then */
        if :: lapse[i] == 0 -> counted.at[0] = counted.at[0] + held[i]; held[i] = 0 :: else fi
    }
    if :: lapseOfDead == 0 -> counted.at[0] = counted.at[0] + heldByDead; heldByDead = 0 :: else fi;
    if :: counted.at[0] > LIMIT + N -> counted.at[0] = LIMIT + N :: else fi;
    if :: now > 0 && born < ABSENCE -> born++ :: else fi;
    i = 0
}

/* presence.lua and GatewayPresence.onReply in one step */
inline announce(g) {
    if :: now == 0 -> begun++; now = begun; born = 0; most = 0; told[0] = false; told[1] = false
       :: else fi;
    if :: now != known[g] && known[g] != 0 -> awaited[g] = N :: else fi;
    if :: now != epoch[g] -> /* join: all is reported again */
            lease[g] = 0; valid[g] = 0; settling[g] = false; replied[g] = false;
            clear(unreported[g]); add(unreported[g], used[g])
       :: else fi;
    epoch[g] = now; known[g] = now;
    if :: awaited[g] > most -> most = awaited[g] :: else fi;
    if :: replied[g] && awaited[g] > 0 -> told[g] = true :: else fi
}

inline send(g) {
    sent[g] = true; expected[g] = true; answered[g] = false; age[g] = 0;
    forEpoch[g] = epoch[g]; keep[g] = lease[g];
    clear(report[g]); add(report[g], unreported[g]); clear(unreported[g])
}

inline done(g) {
    clear(report[g]); age[g] = 0; forEpoch[g] = 0; keep[g] = 0; granted[g] = 0; ended[g] = false; learns[g] = false
}

/* lease.lua, for the largest wish */
inline arrive(g) {
    sent[g] = false;
    granted[g] = 0; ended[g] = false; learns[g] = false;
    if
    :: forEpoch[g] != now -> ended[g] = true
    :: else ->
        add(counted, report[g]);
        if :: lapse[g] == 0 -> keep[g] = 0 :: else fi;
        sum = 0; total(counted);
        sum = sum + keep[g] + held[1 - g] + heldByDead;
        more = (sum < LIMIT -> LIMIT - sum : 0);
        if
        :: GRANTS -> granted[g] = more
        :: else -> learns[g] = true
        fi;
        held[g] = keep[g] + granted[g]; lapse[g] = LEASE + 1;
        sum = 0; more = 0
    fi;
    if :: expected[g] -> answered[g] = true :: !expected[g] -> done(g) fi
}

inline reply(g) {
    expected[g] = false; answered[g] = false;
    if
    :: ended[g] ->
        add(unreported[g], report[g]);
        lease[g] = 0; valid[g] = 0;
        if :: forEpoch[g] == epoch[g] -> epoch[g] = 0 :: else fi
    :: else ->
        replied[g] = true; settling[g] = learns[g];
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
    if :: expected[g] -> add(unreported[g], report[g]) :: else fi;
    expected[g] = false; answered[g] = false; epoch[g] = 0;
    if :: !sent[g] -> done(g) :: else fi
}

inline kill(g) {
    kills++;
    add(dead, used[g]); add(deadLocal, cautious[g]);
    clear(used[g]); clear(cautious[g]); clear(unreported[g]); clear(report[g]);
    epoch[g] = 0; known[g] = 0; awaited[g] = 0; lease[g] = 0; valid[g] = 0;
    settling[g] = false; replied[g] = false; sent[g] = false; expected[g] = false; answered[g] = false;
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

#define CAUTIOUS(g) (cautious[g].at[0] + cautious[g].at[1])
/* The proviso of docs/gateway-shared.md: no new gateway is the first to reach an empty Redis. */
#define KNOWS(g) (now > 0 || known[g] > 0)
#define IS_NEW(g) (now == 0 || epoch[g] != now || (replied[g] && !told[g] && awaited[g] > 0))

/* What may happen at or to a gateway. */
#define STEPS(g) \
    :: d_step { !expected[g] && KNOWS(g) && IS_NEW(g) -> printf("announce %d\n", g); announce(g); skip } \
    :: d_step { !expected[g] && epoch[g] > 0 -> printf("send %d\n", g); send(g); skip } \
    :: d_step { sent[g] -> printf("arrive %d\n", g); arrive(g); skip } \
    :: d_step { sent[g] -> printf("drop %d\n", g); sent[g] = false; if :: !expected[g] -> done(g) :: else fi; skip } \
    :: d_step { answered[g] -> printf("reply %d\n", g); reply(g); skip } \
    :: d_step { epoch[g] > 0 -> printf("lose %d\n", g); lose(g); skip } \
    :: d_step { lease[g] > 0 -> printf("spend %d\n", g); spend(g, false); skip } \
    :: d_step { (epoch[g] == 0 || settling[g]) && CAUTIOUS(g) < SHARE -> printf("cautious call %d\n", g); spend(g, true); skip } \
    :: d_step { kills < KILLS -> printf("kill %d\n", g); kill(g); skip }

active proctype system() {
    do
    :: d_step { printf("tick\n"); tick(); skip }
    :: d_step { now > 0 && begun < EPOCHS -> printf("Redis loses its data\n");
        now = 0; born = 0; clear(counted);
        held[0] = 0; held[1] = 0; heldByDead = 0; lapse[0] = 0; lapse[1] = 0; lapseOfDead = 0; skip }
    STEPS(0)
    STEPS(1)
    od
}
