/** Counts of waiting and refused requests by row, since the last flush to the metrics. */
import type { CapName } from '@bellwether/contract';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import type { Row } from './rows.ts';

interface RowTally {
  waited: number;
  refused: number;
}

export class Tallies {
  readonly #rows: ReadonlyMap<CapName, Row>;
  readonly #tallies: RowTally[];

  constructor(rows: ReadonlyMap<CapName, Row>) {
    this.#rows = rows;
    this.#tallies = Array.from(rows, () => ({ waited: 0, refused: 0 }));
  }

  waited(row: Row): void {
    (this.#tallies[row.number] as RowTally).waited++;
  }

  /** Counts a request refused because this row has no room. */
  refused(row: Row): void {
    (this.#tallies[row.number] as RowTally).refused++;
  }

  /** Reports the counts since the last flush to the metrics. */
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
