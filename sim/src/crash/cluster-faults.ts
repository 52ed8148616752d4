/**
 * Faults injected into a cluster while its clients write. Each fault repairs its damage: when it is over, every node
 * and both servers run again, though they may not be in step yet. Faults of the same part exclude each other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, NodeEnd } from '@bellwether/cluster';
import { LEASE_MS, SILENCE_MS_MAX } from '@bellwether/ledger/adapters/log-postgres/limits.ts';
import type { Dice } from '../dice/dice.ts';

export interface Fault {
  readonly name: string;
  readonly part: 'nodes' | 'database';
  /** Resolves once everything is repaired. True if the fault took place; its target may not have existed. */
  readonly run: (cluster: Cluster, dice: Dice) => Promise<boolean>;
}

const AWAY_MS_MAX = 1_500;
/** Distance from the end of the lease, so that a pause is certainly past it or certainly within it. */
const MARGIN_MS = 500;
const PAST_LEASE_MS_MAX = 4_000;
const LOOK_MS_MAX = 3_000;
/** One in this many pauses is longer than the timeout of a statement. */
const LONG_PAUSE_OF = 6;

const away = (dice: Dice, most = AWAY_MS_MAX): Promise<void> => delay(dice.below(most));
const pastLease = (dice: Dice): Promise<void> => delay(LEASE_MS + MARGIN_MS + dice.below(PAST_LEASE_MS_MAX));
const withinLease = (dice: Dice): Promise<void> => delay(dice.below(LEASE_MS - MARGIN_MS));

type Victim = (cluster: Cluster, dice: Dice) => Promise<string>;
const leader: Victim = (cluster) => cluster.awaitLeader();
const another: Victim = async (cluster, dice) => {
  const leads = await cluster.awaitLeader();
  return dice.pick(cluster.nodes.filter(({ name }) => name !== leads)).name;
};

type Act = (cluster: Cluster, name: string) => Promise<void> | void;
const KILL: readonly [Act, Act] = [(cluster, name) => cluster.kill(name), (cluster, name) => cluster.start(name)];
const STOP: readonly [Act, Act] = [(cluster, name) => cluster.terminate(name), (cluster, name) => cluster.start(name)];
const PAUSE: readonly [Act, Act] = [(cluster, name) => cluster.pause(name), (cluster, name) => cluster.resume(name)];
const CUT: readonly [Act, Act] = [(cluster, name) => cluster.cut(name), (cluster, name) => cluster.heal(name)];

const ofNode = (
  name: string,
  victim: Victim,
  [begin, end]: readonly [Act, Act],
  wait: (dice: Dice) => Promise<void> = away,
): Fault => ({
  name,
  part: 'nodes',
  run: async (cluster, dice) => {
    const node = await victim(cluster, dice);
    await begin(cluster, node);
    await wait(dice);
    await end(cluster, node);
    return true;
  },
});

/** `run` resolves to false if it met nothing. */
const ofDatabase = (name: string, run: (cluster: Cluster, dice: Dice) => Promise<unknown>): Fault => ({
  name,
  part: 'database',
  run: async (cluster, dice) => (await run(cluster, dice)) !== false,
});

export const FAULTS: readonly Fault[] = [
  ofNode('leader killed', leader, KILL),
  ofNode('leader stopped in order', leader, STOP),
  ofNode('leader stands still, past its lease', leader, PAUSE, pastLease),
  ofNode('leader stands still, within it', leader, PAUSE, withinLease),
  ofNode('leader cut off, past its lease', leader, CUT, pastLease),
  ofNode('leader cut off, within it', leader, CUT, withinLease),
  ofNode('another node killed', another, KILL),
  ofNode('another node stands still', another, PAUSE, pastLease),
  ofDatabase('primary killed, standby promoted', async (cluster, dice) => {
    await cluster.promote();
    // Writes are impossible meanwhile: one server alone is not enough.
    await away(dice);
    await cluster.rejoin();
  }),
  ofDatabase('primary killed, started again', async ({ pair }, dice) => {
    await pair.primary.kill();
    await away(dice);
    await pair.primary.start();
  }),
  ofDatabase('standby killed', async ({ pair }, dice) => {
    await pair.standby?.kill();
    await away(dice, 2 * AWAY_MS_MAX);
    await pair.standby?.start();
  }),
  ofDatabase('standby stands still', async ({ pair }, dice) => {
    await pair.standby?.pause();
    const isLong = dice.below(LONG_PAUSE_OF) === 0;
    await delay((isLong ? SILENCE_MS_MAX : 0) + dice.below(PAST_LEASE_MS_MAX));
    pair.standby?.resume();
  }),
  ofDatabase('commit ended as it waits', (...on) => disturbCommit(...on, 'pg_terminate_backend')),
  ofDatabase('commit cancelled as it waits', (...on) => disturbCommit(...on, 'pg_cancel_backend')),
  ofDatabase('commits wait, primary lost', losePrimaryWithCommits),
];

type Signal = 'pg_terminate_backend' | 'pg_cancel_backend';

/** Disturbs up to three waiting commits in a row: the query that asks for a commit's outcome waits as well. */
async function disturbCommit(cluster: Cluster, dice: Dice, signal: Signal): Promise<boolean> {
  const { pair } = cluster;
  await pair.standby?.pause();
  let times = 0;
  try {
    const wanted = dice.between(1, 3);
    while (times < wanted && (await isWaiting(cluster, `${signal}(pid)`))) times++;
    await away(dice);
  } finally {
    pair.standby?.resume();
  }
  return times > 0;
}

/** Data that only the primary has is lost with it, even if it was visible there because a session was ended. */
async function losePrimaryWithCommits(cluster: Cluster, dice: Dice): Promise<boolean> {
  const { pair } = cluster;
  const { standby } = pair;
  await standby?.pause();
  const isThere = await isWaiting(cluster, dice.chance(0.7) ? 'pg_terminate_backend(pid)' : '*');
  await away(dice);
  await pair.primary.kill();
  standby?.resume();
  await pair.promote();
  await away(dice);
  await cluster.rejoin();
  return isThere;
}

/** True if a commit waits for the standby before the time is up. `what` is counted, and done, for each such commit. */
async function isWaiting({ pair }: Cluster, what: `${Signal}(pid)` | '*'): Promise<boolean> {
  const waiting = "wait_event = 'SyncRep' AND application_name = 'bellwether journal'";
  const end = performance.now() + LOOK_MS_MAX;
  while (performance.now() < end) {
    if ((await pair.primary.query(`SELECT count(${what}) FROM pg_stat_activity WHERE ${waiting}`)) !== '0') return true;
    await delay(10);
  }
  return false;
}

/** Reasons why a node may end because of a fault. Any other end is a defect of the venue. */
const REASONS: readonly (readonly [name: string, words: RegExp])[] = [
  ['another one had taken over', /another process has taken over the journal/],
  ['a commit may not be replicated', /may not be replicated/],
  ['there was no standby', /synchronous_standby_names is empty/],
  ['no primary could be reached', /cannot be reached|no primary/],
  // A node writes at its start, and that write waits for a leader for a bounded time.
  ['no one led as it started', /no node of the venue leads/],
  // On an overloaded machine, or while its last commit waits.
  ['it did not stop in time', /not stopped: no progress/],
];

/** Null if the node must not end this way. */
export function reasonOf({ code, signal, words }: NodeEnd): string | null {
  if (signal === 'SIGKILL') return 'killed';
  if (signal !== null) return null;
  if (code === 0) return 'stopped in order';
  const said = words.join('\n');
  return REASONS.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}
