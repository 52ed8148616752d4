/**
 * What one attacker does to others: orders and books of other addresses, alone and beside a process that sends the worst
 * requests of a route at their caps, or attacks by its connections. Windows alone and beside go in turn, so that what else
 * the machine does hits both; alone is the same work each time, so every such window of the run counts for every attacker.
 *
 * Two cores have to send, read and serve an attack. So there is a control: the same attack, no faster, on a listener that
 * answers as many bytes and does nothing for them. What it costs the others is not the venue's doing.
 */
import { setTimeout } from 'node:timers/promises';
import { ROUTES_BY_NAME } from '@bellwether/contract';
import type { SigningDomain } from '@bellwether/server/ports/signatures.ts';
import { median, percentile, print, tableLines } from '../../shared/report.ts';
import { mapTimes, readThreadTimes, sumOf, type ThreadTimes } from '../../shared/thread-times.ts';
import { getJson } from '../../shared/trading-floor.ts';
import type { VenueProcess } from '../../shared/venue-process.ts';
import { cores, type Measured } from '../measure.ts';
import { signIn } from '../venue.ts';
import type { WorldSize } from '../world.ts';
import { readDefence } from './defence.ts';
import type { AttackPlan, AttackReport, RequestAttack, SocketAttackName } from './messages.ts';
import { type Attacker, type IdleListener, startAttacker, startIdleListener } from './processes.ts';
import { SOCKET_ATTACKS } from './socket-attacks.ts';
import { type Latencies, Victims } from './victims.ts';

/** p99 beside an attacker over p99 alone. */
export const TIMES_MAX = 3;
/** Rows that take more than this of a core at their caps are attacks of their own; all others are one, in rotation. */
export const SHARE_MIN = 0.25;
/** Tried next to what the caps let pass. */
const OVER_THE_CAP = 1.2;
/** What the general row lets pass a second. */
const ROTATION_PER_SECOND = 500;
const BEGUN_MS = 300;
/** Answers that were on their way are gone by then. */
const OVER_MS = 150;
/** Figures of the venue are made once a second; how often they are asked for. */
const LOOK_MS = 200;
/** An attack goes on so long at most until the venue says that it holds it off. */
const HELD_OFF_MS_MAX = 60_000;

export interface Windows {
  readonly rounds: number;
  /** More of them for what misses its bar by the first: all count, so that chance alone decides less. */
  readonly roundsMore: number;
  readonly seconds: number;
  /** Whether times are looked at: against a control and the bar. */
  readonly isJudged: boolean;
}

const WARM_UP: Windows = { rounds: 5, roundsMore: 0, seconds: 1, isJudged: false };

interface Attack {
  readonly name: string;
  readonly plan: AttackPlan;
}

interface Result {
  readonly attack: Attack;
  readonly beside: readonly Latencies[];
  readonly control: Latencies;
  /** Of the venue, beside. */
  readonly coresBeside: ThreadTimes;
  readonly report: AttackReport;
}

/** The heavy rows one by one, all others together, and the attacks by connections; or those that are named. */
export function attacksOf(worst: readonly Measured[], only: readonly string[] | null): readonly Attack[] {
  const capped = worst.filter(({ perSecond }) => perSecond !== null).toSorted((a, b) => cores(b) - cores(a));
  const isHeavy = (row: Measured): boolean => only !== null || cores(row) > SHARE_MIN;
  const attacks = capped.filter(isHeavy).map(ofRow);
  const light = capped.filter((row) => !isHeavy(row)).map(requestOf);
  if (light.length > 0) attacks.push({ name: `the ${light.length} other rows in rotation`, plan: rotation(light) });
  for (const [name, { what }] of Object.entries(SOCKET_ATTACKS) as [SocketAttackName, { what: string }][]) {
    if (only === null || only.includes(name)) attacks.push({ name: what, plan: { kind: 'sockets', name } });
  }
  return attacks;
}

type NamedRequest = RequestAttack['requests'][number];

const requestOf = ({ name, candidate }: Measured): NamedRequest => ({ name, what: candidate.what });

const rotation = (requests: readonly NamedRequest[], perSecond = ROTATION_PER_SECOND): RequestAttack => ({
  kind: 'requests',
  requests,
  perSecond: Math.ceil(perSecond * OVER_THE_CAP),
});

function ofRow(row: Measured): Attack {
  const { method, path } = ROUTES_BY_NAME[row.name];
  return { name: `${method} ${path}, ${row.candidate.what}`, plan: rotation([requestOf(row)], row.perSecond ?? 0) };
}

export interface Outcome {
  /** The table of what was found. */
  readonly lines: readonly string[];
  readonly missed: number;
  /** What must never happen, in words. */
  readonly failures: readonly string[];
}

export async function besideAttackers(
  venue: VenueProcess,
  size: WorldSize,
  attacks: readonly Attack[],
  windows: Windows,
): Promise<Outcome> {
  const { domain } = (await getJson(`${venue.url}/venue`)) as { domain: SigningDomain };
  const signers = await signIn(venue.url);
  const victims = await Victims.open(venue);
  const attacker = await startAttacker(size, domain, signers);
  const idle = await startIdleListener();
  try {
    // A venue that has just started is still being compiled, and its first attacker would answer for that.
    const [first] = attacks;
    if (windows.isJudged && first !== undefined)
      await lookAt({ venue, victims, attacker, idle, alone: [] }, first, WARM_UP);
    await victims.look(windows.seconds);
    const alone: Latencies[] = [];
    const results: Result[] = [];
    const failures: string[] = [];
    for (const [index, attack] of attacks.entries()) {
      const result = await lookAt({ venue, victims, attacker, idle, alone }, attack, windows);
      results.push(result.result);
      failures.push(...result.failures.map((failure) => `${attack.name}: ${failure}`));
      const found = windows.isJudged
        ? inShort({ alone, beside: result.result.beside })
        : 'every request of the others was answered';
      print(`  ${index + 1} of ${attacks.length}  ${attack.name}: ${found}`);
    }
    const missed = results.flatMap(({ beside }) => KINDS.filter((kind) => isMissed({ alone, beside }, kind))).length;
    return { lines: linesOf(alone, results, windows), missed, failures };
  } finally {
    victims.close();
    await attacker.end();
    await idle.end();
  }
}

interface Stage {
  readonly venue: VenueProcess;
  readonly victims: Victims;
  readonly attacker: Attacker;
  readonly idle: IdleListener;
  /** Every window without an attacker so far: the same work each time, so all of them say what alone is. */
  readonly alone: Latencies[];
}

async function lookAt(
  stage: Stage,
  attack: Attack,
  { rounds, roundsMore, seconds, isJudged }: Windows,
): Promise<{ readonly result: Result; readonly failures: readonly string[] }> {
  const { venue, victims, attacker, idle, alone } = stage;
  const look = async (): Promise<Latencies> => {
    const latencies = await victims.look(seconds);
    await victims.clear();
    return latencies;
  };
  const beside = async (port: number, perSecond: number | null, until?: () => Promise<unknown>): Promise<Beside> => {
    attacker.start(port, attack.plan, perSecond);
    await setTimeout(BEGUN_MS);
    const before = readThreadTimes(venue.pid);
    const began = performance.now();
    const latencies = await victims.look(seconds);
    const elapsed = performance.now() - began;
    const after = readThreadTimes(venue.pid);
    await until?.();
    const report = await attacker.stop(port === venue.port ? answered : null);
    await setTimeout(OVER_MS);
    await victims.clear();
    return { latencies, report, taken: mapTimes((kind) => (after[kind] - before[kind]) / elapsed) };
  };
  // What is held off by being told so has to be told.
  const isRequest = attack.plan.kind === 'requests';
  const shownBy = attack.plan.kind === 'sockets' ? SOCKET_ATTACKS[attack.plan.name].shownBy : null;
  const shownBefore = shownBy === null ? 0 : (await readDefence(venue.url))[shownBy];
  let isHeldOff = shownBy === null;
  const answered = shownBy !== null ? null : isRequest ? 200 : 400;
  const heldOff = async (): Promise<void> => {
    const giveUpAt = performance.now() + HELD_OFF_MS_MAX;
    while (shownBy !== null && !isHeldOff && performance.now() < giveUpAt) {
      await setTimeout(LOOK_MS);
      isHeldOff = (await readDefence(venue.url))[shownBy] > shownBefore;
    }
  };
  const besides: Beside[] = [];
  const lookTimes = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round++) {
      alone.push(await look());
      besides.push(await beside(venue.port, null, heldOff));
    }
  };
  await lookTimes(rounds);
  const soFar = { alone, beside: besides.map(({ latencies }) => latencies) };
  if (isJudged && KINDS.some((kind) => isMissed(soFar, kind))) await lookTimes(roundsMore);
  const report = sumOfReports(besides.map((one) => one.report));
  await idle.setAnswers(answersFor(attack.plan, report));
  // No faster than the venue let it be.
  const control = isJudged ? await beside(idle.port, Math.max(1, report.sent / report.seconds)) : null;
  const failures: string[] = [];
  if (!isHeldOff) failures.push(`${shownBy} did not rise`);
  const statuses = Object.keys(report.statuses).map(Number);
  for (const status of statuses) if (status >= 500 && status !== 503) failures.push(`answered ${status}`);
  const isTold = answered === null || statuses.some((status) => status < 500 && status >= answered);
  if (!isTold) failures.push(`never answered: ${JSON.stringify(report)}`);
  const coresBeside = mapTimes((kind) => median(besides.map(({ taken }) => taken[kind])));
  return {
    result: {
      attack,
      beside: besides.map(({ latencies }) => latencies),
      control: control?.latencies ?? { orders: [], books: [] },
      coresBeside,
      report,
    },
    failures,
  };
}

interface Beside {
  readonly latencies: Latencies;
  readonly report: AttackReport;
  /** CPU of the venue's threads, in cores. */
  readonly taken: ThreadTimes;
}

function answersFor(plan: AttackPlan, { statuses, bytesRead }: AttackReport) {
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const mean = answers === 0 ? 0 : bytesRead / answers;
  if (plan.kind === 'requests') return { bytes: mean, cutsOff: false };
  const { answerBytes, isCutOff } = SOCKET_ATTACKS[plan.name];
  return { bytes: answerBytes ?? mean, cutsOff: isCutOff === true };
}

function sumOfReports(reports: readonly AttackReport[]): AttackReport {
  const statuses: Record<number, number> = {};
  let [sent, bytesRead, ended, seconds] = [0, 0, 0, 0];
  for (const report of reports) {
    sent += report.sent;
    bytesRead += report.bytesRead;
    ended += report.ended;
    seconds += report.seconds;
    for (const [status, count] of Object.entries(report.statuses)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    }
  }
  return { sent, statuses, bytesRead, ended, seconds };
}

const KINDS = ['orders', 'books'] as const;
type Kind = (typeof KINDS)[number];

const medianOf = (of: readonly Latencies[], kind: Kind, rank: number): number =>
  median(of.map((round) => percentile(round[kind], rank)));

interface Rounds {
  readonly alone: readonly Latencies[];
  readonly beside: readonly Latencies[];
}

const timesOf = ({ alone, beside }: Rounds, kind: Kind): number =>
  medianOf(beside, kind, 0.99) / medianOf(alone, kind, 0.99);

const isMissed = (rounds: Rounds, kind: Kind): boolean => timesOf(rounds, kind) > TIMES_MAX;

const inShort = (rounds: Rounds): string =>
  KINDS.map((kind) => `${kind} × ${timesOf(rounds, kind).toFixed(2)}${isMissed(rounds, kind) ? ' MISSED' : ''}`).join(
    ', ',
  );

function linesOf(
  alone: readonly Latencies[],
  results: readonly Result[],
  { rounds, roundsMore, seconds }: Windows,
): readonly string[] {
  const heading = [
    `medians of ${rounds} windows of ${seconds} s, of ${rounds + roundsMore} where those missed`,
    'of',
    'p50',
    'p99',
    '× alone',
    '',
    'p99 control',
    'venue cores',
    'gateway',
    'answers /s',
    'refused',
  ];
  const unattacked = KINDS.map((kind, line) => [
    line === 0 ? `alone, ${alone.length} windows` : '',
    kind,
    medianOf(alone, kind, 0.5).toFixed(2),
    medianOf(alone, kind, 0.99).toFixed(2),
    ...Array.from({ length: 7 }, () => ''),
  ]);
  const attacked = results.flatMap((result) =>
    KINDS.map((kind, line) => [
      line === 0 ? result.attack.name : '',
      kind,
      medianOf(result.beside, kind, 0.5).toFixed(2),
      medianOf(result.beside, kind, 0.99).toFixed(2),
      timesOf({ alone, beside: result.beside }, kind).toFixed(2),
      isMissed({ alone, beside: result.beside }, kind) ? 'MISSED' : 'ok',
      percentile(result.control[kind], 0.99).toFixed(2),
      ...(line === 0 ? doneBy(result) : ['', '', '', '']),
    ]),
  );
  return tableLines(heading, [...unattacked, ...attacked]);
}

/** What the venue took for it, and what the attacker got. */
function doneBy({ coresBeside, report }: Result): readonly string[] {
  const answers = Object.values(report.statuses).reduce((sum, count) => sum + count, 0);
  const refused = (report.statuses[429] ?? 0) + (report.statuses[503] ?? 0);
  return [
    sumOf(coresBeside).toFixed(2),
    coresBeside.gateway.toFixed(2),
    (answers / report.seconds).toFixed(0),
    answers === 0 ? '–' : `${Math.round((100 * refused) / answers)} %`,
  ];
}
