/** Counts of a run on clusters, and their printed form. */

import { count } from '../shared/harness.ts';
import { FAULTS } from './cluster-faults.ts';
import { PromiseReport, spread } from './promise-report.ts';

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
