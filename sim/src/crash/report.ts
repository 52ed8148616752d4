/** Counts of a run on one machine, and their printed form. */
import { count } from '../shared/harness.ts';
import { AT_RANDOM, POINTS } from './points.ts';
import { PromiseReport, spread } from './promise-report.ts';

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
