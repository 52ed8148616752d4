/** How often requests waited and were refused, by row, until the metrics are given it. */
import type { CapName } from '@bellwether/contract';
import type { Metrics } from '../ports/metrics.ts';
import type { Row } from './rows.ts';

interface RowTally {
  waited: number;
  refused: number;
}

export class Tallies {
  readonly #rows: ReadonlyMap<CapName, Row>;
  /** By number of the row. */
  readonly #tallies: RowTally[];

  constructor(rows: ReadonlyMap<CapName, Row>) {
    this.#rows = rows;
    this.#tallies = Array.from(rows, () => ({ waited: 0, refused: 0 }));
  }

  /** A request waits for room in this row. */
  waited(row: Row): void {
    (this.#tallies[row.number] as RowTally).waited++;
  }

  /** A request was refused for want of room in this row. */
  refused(row: Row): void {
    (this.#tallies[row.number] as RowTally).refused++;
  }

  /** Gives the metrics what has gathered since the last time. */
  flush(metrics: Metrics): void {
    for (const { name, number } of this.#rows.values()) {
      const tally = this.#tallies[number] as RowTally;
      if (tally.waited > 0) metrics.countCap(name, 'waited', tally.waited);
      if (tally.refused > 0) metrics.countCap(name, 'refused', tally.refused);
      tally.waited = 0;
      tally.refused = 0;
    }
  }
}
