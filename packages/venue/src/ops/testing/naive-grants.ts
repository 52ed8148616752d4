/** Steps of grants, folded from events as simply as possible. */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { NaiveFold, Row } from './naive-fold.ts';

export class GrantsFold implements NaiveFold {
  readonly tables = { grant_steps: new Map<string, Row>() };

  observe({ sequence, timeMs, events }: ChainedEntry): void {
    const paid = events.find((event) => event.kind === 'GrantPaid');
    if (paid === undefined) return;
    const { grant: grant_id, step, last, reason, amount: amount_micros } = paid;
    const people = events.filter(({ kind }) => kind === 'Deposited').length;
    const row = { sequence, grant_id, step, last: Number(last), reason, amount_micros, people, time_ms: timeMs };
    this.tables.grant_steps.set(`${sequence}`, row);
  }
}
