/**
 * The harm that one attacker does to others: latency of orders and books from other addresses, alone and beside a
 * process that sends a route's worst requests at their caps or attacks by connections. Windows alone and beside
 * alternate, so that other work on the machine affects both. Work alone is always the same, so every such window of the
 * run counts for every attack.
 */
import { spawnSync } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import type { Bench } from '../shared/bench.ts';
import { type Child, startChild } from '../shared/child.ts';
import { cores, type Row } from '../shared/figures.ts';
import { median, pause, percentile, print } from '../shared/report.ts';
import { sumOf, timesOf } from '../shared/thread-times.ts';
import { domainOf } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import type { AttackerOptions, Order, Plan } from './attacker.ts';
import { hasAnswer, SOCKET_ATTACKS, type Statuses } from './attacks.ts';
import { type Latencies, Victims } from './victims.ts';
import { signIn, type WorldSize } from './world.ts';

/** Maximum of p99 beside an attacker over p99 alone. */
export const TIMES_MAX = 3;
/**
 * Rows that take more than this share of a core at their caps are separate attacks; all others form one attack in
 * rotation.
 */
const SHARE_MIN = 0.25;
/** Factor on the cap, so that the attack also tries more than it allows. */
const OVER_THE_CAP = 1.2;
/** Requests per second that the general cap allows. */
const ROTATION_PER_SECOND = 500;
const BEGUN_MS = 300;
/** Pause after which answers in transit have arrived. */
const OVER_MS = 150;
/** Maximum duration of an attack while waiting for the venue to report that it holds it off. */
const HELD_OFF_MS_MAX = 60_000;
const ROUNDS = 5;
/** Additional windows for an attack that misses its bar at first. All windows count, so that chance matters less. */
const ROUNDS_MORE = 40;
const NICE = 10;

interface Attack {
  readonly name: string;
  readonly plan: Plan;
  readonly shownBy: string | null;
  /** Lowest status of an answer that the attack must get; null if the venue's metric decides. */
  readonly answered: number | null;
}

/** The heavy rows one by one, all others together, and the attacks by connections. */
export function attacksOf(rows: readonly Row[]): readonly Attack[] {
  const attack = (name: string, of: readonly Row[], perSecond: number): Attack => {
    const plan = { rows: of.map(({ route, request }) => ({ route, request })), perSecond: perSecond * OVER_THE_CAP };
    return { name, plan, shownBy: null, answered: 200 };
  };
  const heavy = rows.filter((row) => cores(row) > SHARE_MIN);
  const light = rows.filter((row) => cores(row) <= SHARE_MIN);
  return [
    ...heavy.map((row) => {
      const { method, path } = ROUTES_BY_NAME[row.route as RouteName];
      return attack(`${method} ${path}, ${row.request}`, [row], row.perSecond);
    }),
    ...(light.length === 0 ? [] : [attack(`the ${light.length} other rows in rotation`, light, ROTATION_PER_SECOND)]),
    ...SOCKET_ATTACKS.map(([what, , shownBy], socketAttack) => ({
      name: what,
      plan: { socketAttack },
      shownBy,
      answered: shownBy === null ? 400 : null,
    })),
  ];
}

/**
 * A real attacker has its own machine, so here it must take no core from a busy venue. Niceness alone is not enough: a
 * waking thread waits milliseconds for the time slice of the running one, unless that one has the idle policy.
 */
function standBack({ pid }: Child): void {
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(pid)], { stdio: 'ignore' });
  if (status !== 0) setPriority(pid, Math.min(19, getPriority() + NICE));
}

const KINDS = ['orders', 'books'] as const;
type Kind = (typeof KINDS)[number];
const p99 = (of: readonly Latencies[], kind: Kind): number => median(of.map((round) => percentile(round[kind], 0.99)));

/** Measures each attack. Resolves to the slowdown factors of orders and books. */
export async function besideAttackers(bench: Bench, venue: VenueProcess, size: WorldSize, attacks: readonly Attack[]) {
  const seconds = bench.smoke ? 0.2 : 1;
  const domain = await domainOf(venue.url);
  const credentials = (await signIn(venue.url)).map((signer) => signer.credentials);
  const options: AttackerOptions = { port: venue.port, size, domain, credentials };
  const attacker = startChild(new URL('./attacker.ts', import.meta.url), options);
  bench.onEnd(() => attacker.end());
  standBack(attacker);
  const victims = await Victims.open(venue);
  bench.onEnd(() => victims.close());
  const look = async (): Promise<Latencies> => {
    const latencies = await victims.look(seconds);
    await victims.clear();
    return latencies;
  };
  // Code of a venue that has just started is still being compiled, so these windows do not count.
  for (let round = 0; round < (bench.smoke ? 1 : ROUNDS); round++) await look();
  const alone: Latencies[] = [];
  const seen = attacks.map(({ name }) => ({ name, beside: [] as Latencies[], taken: [] as number[] }));
  const timesOf = (beside: readonly Latencies[], kind: Kind): number => p99(beside, kind) / p99(alone, kind);
  for (const [index, attack] of attacks.entries()) {
    const { name, beside, taken } = seen[index] as (typeof seen)[number];
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round++) {
        alone.push(await look());
        const window = await besideOne(bench, venue, attacker, attack, () => victims.look(seconds));
        await victims.clear();
        beside.push(window.latencies);
        taken.push(window.cores);
      }
    };
    await rounds(bench.smoke ? 1 : ROUNDS);
    if (!bench.smoke && KINDS.some((kind) => timesOf(beside, kind) > TIMES_MAX)) await rounds(ROUNDS_MORE);
    print(`  ${index + 1} of ${attacks.length}  ${name}`);
  }
  const figures = (of: readonly Latencies[]): string[] =>
    KINDS.flatMap((kind) => [p99(of, kind).toFixed(2), timesOf(of, kind).toFixed(2)]);
  bench.table(
    ['', 'orders p99 ms', '× alone', 'books p99 ms', '× alone', 'venue cores'],
    [
      [`alone, ${alone.length} windows`, ...figures(alone), ''],
      ...seen.map(({ name, beside, taken }) => [name, ...figures(beside), median(taken).toFixed(2)]),
    ],
  );
  return seen.map(({ name: attack, beside }) => {
    return { attack, orders: timesOf(beside, 'orders'), books: timesOf(beside, 'books') };
  });
}

/** Measures one window beside the attack, and checks that the attack is held off and answered as expected. */
async function besideOne(
  bench: Bench,
  venue: VenueProcess,
  attacker: Child,
  { name, plan, shownBy, answered }: Attack,
  look: () => Promise<Latencies>,
): Promise<{ readonly latencies: Latencies; readonly cores: number }> {
  const shown = async (): Promise<number> => (shownBy === null ? 1 : (await venue.figures())(shownBy));
  const before = shownBy === null ? 0 : await shown();
  await attacker.ask({ begin: plan } satisfies Order);
  await pause(BEGUN_MS);
  const { result: latencies, times, ms } = await timesOf(venue.pid, look);
  const giveUpAt = performance.now() + HELD_OFF_MS_MAX;
  while ((await shown()) <= before && performance.now() < giveUpAt) await pause(200);
  if ((await shown()) <= before) bench.fail(`${name}: ${shownBy} did not rise`);
  const statuses = await attacker.ask<Statuses>({ answered } satisfies Order);
  for (const status of Object.keys(statuses))
    if (Number(status) >= 500 && status !== '503') bench.fail(`${name}: answered ${status}`);
  if (answered !== null && !hasAnswer(statuses, answered)) bench.fail(`${name}: never answered`);
  await pause(OVER_MS);
  return { latencies, cores: sumOf(times) / ms };
}
