/**
 * Faults injected into a cluster while its clients write. Each fault repairs its damage: when it is over, every node
 * and both servers run again, though they may not have settled yet. Faults of the same part exclude each other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, NodeEnd } from '@bellwether/cluster';
import { LEASE_MS, SILENCE_MS_MAX } from '@bellwether/server/adapters/log-postgres/limits.ts';
import type { Choices } from '../shared/random.ts';

export interface Fault {
  readonly name: string;
  readonly part: 'nodes' | 'database';
  /** Resolves once everything is repaired. True if the fault took place; its target may not have existed. */
  readonly run: (cluster: Cluster, choices: Choices) => Promise<boolean>;
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'leader killed',
    part: 'nodes',
    run: async (cluster, choices) => killNode(cluster, await cluster.led(), choices),
  },
  { name: 'leader stopped in order', part: 'nodes', run: stopLeader },
  { name: 'leader stands still, past its lease', part: 'nodes', run: (...on) => pauseLeader(...on, pastLease(on[1])) },
  { name: 'leader stands still, within it', part: 'nodes', run: (...on) => pauseLeader(...on, withinLease(on[1])) },
  { name: 'leader cut off, past its lease', part: 'nodes', run: (...on) => cutLeader(...on, pastLease(on[1])) },
  { name: 'leader cut off, within it', part: 'nodes', run: (...on) => cutLeader(...on, withinLease(on[1])) },
  { name: 'another node killed', part: 'nodes', run: killOther },
  { name: 'another node stands still', part: 'nodes', run: pauseOther },
  { name: 'primary killed, standby promoted', part: 'database', run: losePrimary },
  { name: 'primary killed, started again', part: 'database', run: restartPrimary },
  { name: 'standby killed', part: 'database', run: killStandby },
  { name: 'standby stands still', part: 'database', run: pauseStandby },
  { name: 'commit ended as it waits', part: 'database', run: (...on) => disturbCommit(...on, 'pg_terminate_backend') },
  { name: 'commit cancelled as it waits', part: 'database', run: (...on) => disturbCommit(...on, 'pg_cancel_backend') },
  { name: 'commits wait, primary lost', part: 'database', run: losePrimaryWithCommits },
];

/** Maximum downtime of a killed process. */
const AWAY_MS_MAX = 1_500;
/** Distance from the end of the lease, so that a pause is certainly past it or certainly within it. */
const MARGIN_MS = 500;
const PAST_LEASE_MS_MAX = 4_000;
/** Time allowed to find a waiting commit. */
const LOOK_MS_MAX = 3_000;
/** One in this many pauses is longer than the timeout of a statement. */
const LONG_PAUSE_OF = 6;

const pastLease = (choices: Choices): number => LEASE_MS + MARGIN_MS + choices.below(PAST_LEASE_MS_MAX);
const withinLease = (choices: Choices): number => choices.below(LEASE_MS - MARGIN_MS);

async function killNode(cluster: Cluster, name: string, choices: Choices): Promise<boolean> {
  await cluster.kill(name);
  await delay(choices.below(AWAY_MS_MAX));
  cluster.start(name);
  return true;
}

async function stopLeader(cluster: Cluster, choices: Choices): Promise<boolean> {
  const leader = await cluster.led();
  await cluster.terminate(leader);
  await delay(choices.below(AWAY_MS_MAX));
  cluster.start(leader);
  return true;
}

async function pauseLeader(cluster: Cluster, _: Choices, forMs: number): Promise<boolean> {
  const leader = await cluster.led();
  cluster.pause(leader);
  await delay(forMs);
  cluster.resume(leader);
  return true;
}

async function cutLeader(cluster: Cluster, _: Choices, forMs: number): Promise<boolean> {
  const leader = await cluster.led();
  cluster.cut(leader);
  await delay(forMs);
  cluster.heal(leader);
  return true;
}

async function killOther(cluster: Cluster, choices: Choices): Promise<boolean> {
  return killNode(cluster, await otherThanLeader(cluster, choices), choices);
}

async function pauseOther(cluster: Cluster, choices: Choices): Promise<boolean> {
  const name = await otherThanLeader(cluster, choices);
  cluster.pause(name);
  await delay(pastLease(choices));
  cluster.resume(name);
  return true;
}

async function otherThanLeader(cluster: Cluster, choices: Choices): Promise<string> {
  const leader = await cluster.led();
  return choices.pick(cluster.nodes.filter(({ name }) => name !== leader)).name;
}

async function losePrimary(cluster: Cluster, choices: Choices): Promise<boolean> {
  await cluster.promote();
  // Writes are impossible meanwhile: one server alone is not enough.
  await delay(choices.below(AWAY_MS_MAX));
  await cluster.rejoin();
  return true;
}

async function restartPrimary({ pair }: Cluster, choices: Choices): Promise<boolean> {
  await pair.primary.kill();
  await delay(choices.below(AWAY_MS_MAX));
  await pair.primary.start();
  return true;
}

async function killStandby({ pair }: Cluster, choices: Choices): Promise<boolean> {
  await pair.standby?.kill();
  await delay(choices.below(2 * AWAY_MS_MAX));
  await pair.standby?.start();
  return true;
}

async function pauseStandby({ pair }: Cluster, choices: Choices): Promise<boolean> {
  await pair.standby?.pause();
  const isLong = choices.below(LONG_PAUSE_OF) === 0;
  await delay((isLong ? SILENCE_MS_MAX : 0) + choices.below(PAST_LEASE_MS_MAX));
  pair.standby?.resume();
  return true;
}

type Signal = 'pg_terminate_backend' | 'pg_cancel_backend';

/** Disturbs up to three waiting commits in a row: the query that asks for a commit's outcome waits as well. */
async function disturbCommit(cluster: Cluster, choices: Choices, signal: Signal): Promise<boolean> {
  const { pair } = cluster;
  await pair.standby?.pause();
  let times = 0;
  try {
    const wanted = 1 + choices.below(3);
    while (times < wanted && (await signalWaiting(cluster, signal))) times++;
    await delay(choices.below(AWAY_MS_MAX));
  } finally {
    pair.standby?.resume();
  }
  return times > 0;
}

/** Data that only the primary has is lost with it, even if it was visible there because a session was ended. */
async function losePrimaryWithCommits(cluster: Cluster, choices: Choices): Promise<boolean> {
  const { pair } = cluster;
  const { standby } = pair;
  await standby?.pause();
  const isSeen = choices.chance(0.7);
  const isThere = isSeen ? await signalWaiting(cluster, 'pg_terminate_backend') : await isWaiting(cluster);
  await delay(choices.below(AWAY_MS_MAX));
  await pair.primary.kill();
  standby?.resume();
  await pair.promote();
  await delay(choices.below(AWAY_MS_MAX));
  await cluster.rejoin();
  return isThere;
}

const WAITING = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'bellwether journal'";

const isWaiting = (cluster: Cluster): Promise<boolean> => counts(cluster, `SELECT count(*) ${WAITING}`);
const signalWaiting = (cluster: Cluster, signal: Signal): Promise<boolean> =>
  counts(cluster, `SELECT count(${signal}(pid)) ${WAITING}`);

/** True if the query counts a waiting commit before the time is up. */
async function counts({ pair }: Cluster, query: string): Promise<boolean> {
  const end = performance.now() + LOOK_MS_MAX;
  while (performance.now() < end) {
    if ((await pair.primary.query(query)) !== '0') return true;
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
