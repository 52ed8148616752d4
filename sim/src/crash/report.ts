/** Counts of a run, and how they are printed. */
import { AT_RANDOM, POINTS } from './points.ts';

type When = 'while it started' | 'while it ran';

export class CrashReport {
  rounds = 0;
  starts = 0;
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

  lines(): string[] {
    const ready = this.readyMs.toSorted((a, b) => a - b);
    const at = (share: number): string => `${Math.round(ready[Math.ceil(ready.length * share) - 1] ?? 0)} ms`;
    return [
      `  rounds                        ${count(this.rounds)}`,
      `  kills                         ${count(this.kills)}`,
      ...[AT_RANDOM, ...POINTS.map(({ name }) => name)].flatMap((name) => {
        const kills = this.#kills.get(name);
        if (kills === undefined) return [];
        const { 'while it started': started, 'while it ran': ran } = kills;
        return [`    ${name.padEnd(28)}${count(ran)} while it ran, ${count(started)} while it started`];
      }),
      `  starts                        ${count(this.starts)}; to ready: median ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`,
      `  answers that clients got      ${count(this.answers)}`,
      `  acknowledged, there once      ${count(this.acknowledged)}`,
      `  refused, not there            ${count(this.refused)}`,
      `  without an answer             ${count(this.unknown)}, of which ${count(this.unknownDone)} were done, once`,
      `  sent again, done once         ${count(this.sentAgain)}`,
      `  orders read back              ${count(this.readBack)}`,
      `  audits                        ${count(this.journalAudits)} of the journal as a kill left it (${count(this.promisesAudited)} promises), ${count(this.restartsAudited)} of books, money and answers after a restart`,
      `  verify, all clean             ${count(this.verified)}; entries ${count(this.entries)}`,
    ];
  }
}

const count = (value: number): string => value.toLocaleString('en-US');
