/** Counts of a run on one machine or on clusters, and their printed form. */
import { count, percentile } from '../shared/harness.ts';
import { FAULTS } from './cluster-faults.ts';
import { AT_RANDOM, POINTS } from './points.ts';

/** Counts of the promises made to clients and of their audits in a run, and their printed form. */
export class PromiseReport {
  rounds = 0;
  answers = 0;
  journalAudits = 0;
  promisesAudited = 0;
  restartsAudited = 0;
  sentAgain = 0;
  readBack = 0;
  verified = 0;
  entries = 0;
  acknowledged = 0;
  refused = 0;
  unknown = 0;
  unknownDone = 0;

  lines(): string[] {
    return [
      `  answers that clients got      ${count(this.answers)}`,
      `  acknowledged, there once      ${count(this.acknowledged)}`,
      `  refused, not there            ${count(this.refused)}`,
      `  without an answer             ${count(this.unknown)}, of which ${count(this.unknownDone)} were done, once`,
      `  sent again, done once         ${count(this.sentAgain)}`,
      `  orders read back              ${count(this.readBack)}`,
      `  audits                        ${count(this.journalAudits)} of the journal as it was left (${count(this.promisesAudited)} promises), ${count(this.restartsAudited)} of books, money and answers after it`,
      `  verify, all clean             ${count(this.verified)}; entries ${count(this.entries)}`,
    ];
  }
}

/** Median, p99 and worst of times in milliseconds. */
function spread(times: readonly number[]): string {
  const at = (share: number): string => `${Math.round(percentile(times, share) || 0)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`;
}

type When = 'while it started' | 'while it ran';

export class CrashReport extends PromiseReport {
  starts = 0;
  readonly readyMs: number[] = [];
  readonly #kills = new Map<string, Record<When, number>>();

  killed(point: string, when: When): void {
    const kills = this.#kills.get(point) ?? { 'while it started': 0, 'while it ran': 0 };
    kills[when]++;
    this.#kills.set(point, kills);
  }

  get kills(): number {
    return [...this.#kills.values()].reduce((sum, each) => sum + each['while it started'] + each['while it ran'], 0);
  }

  override lines(): string[] {
    return [
      `  rounds                        ${count(this.rounds)}`,
      `  kills                         ${count(this.kills)}`,
      ...[AT_RANDOM, ...POINTS.map(({ name }) => name)].flatMap((name) => {
        const kills = this.#kills.get(name);
        if (kills === undefined) return [];
        const { 'while it started': started, 'while it ran': ran } = kills;
        return [`    ${name.padEnd(28)}${count(ran)} while it ran, ${count(started)} while it started`];
      }),
      `  starts                        ${count(this.starts)}; to ready: ${spread(this.readyMs)}`,
      ...super.lines(),
    ];
  }
}

export class ClusterReport extends PromiseReport {
  /** Time from the end of the repairs until the cluster has settled. */
  readonly settledMs: number[] = [];
  leaders = 0;
  /** Number of times that all nodes had the same books. */
  compared = 0;
  readonly #faults = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  /** Faults without a target. */
  missed = 0;

  fault(name: string): void {
    this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
  }

  ended(reason: string): void {
    this.#ends.set(reason, (this.#ends.get(reason) ?? 0) + 1);
  }

  override lines(): string[] {
    const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);
    const row = (name: string, times: number): string => `    ${name.padEnd(38)}${count(times)}`;
    return [
      `  rounds                        ${count(this.rounds)}`,
      `  faults                        ${count(sum(this.#faults))}; ${count(this.missed)} more met nothing`,
      ...FAULTS.map(({ name }) => row(name, this.#faults.get(name) ?? 0)),
      `  ends of nodes                 ${count(sum(this.#ends))}`,
      ...[...this.#ends].map(([reason, times]) => row(reason, times)),
      `  times a node began to lead    ${count(this.leaders)}`,
      `  repaired to settled           ${spread(this.settledMs)}`,
      ...super.lines(),
      `  books of all nodes agree      ${count(this.compared)} times`,
    ];
  }
}
