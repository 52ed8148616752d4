/** Result of an examination, as `bellwether exam --json` prints it. */
import { Type } from 'typebox';
import { amount, orNull, text } from '../described.ts';

const Holdings = Type.Object({
  openOrders: Type.Array(Type.Object({ id: Type.String(), remaining: text('shares') })),
  positions: Type.Record(Type.String(), text('shares'), { description: 'by token id' }),
  cash: text('collateral'),
});

export const ExamResult = Type.Object({
  bot: text('its command or address'),
  summary: Type.String(),
  incidents: Type.Array(
    Type.Object({
      incident: Type.String(),
      about: Type.String(),
      verdict: text('agrees, disagrees, not played or broken'),
      problem: orNull(text('reason of not played and broken; null for the others')),
      steps: Type.Array(Type.Object({ at: amount('seconds since the incident began'), what: Type.String() })),
      bot: orNull({ ...Holdings, description: 'last beliefs; null if they were not compared' }),
      ledger: orNull(Holdings),
      labels: Type.Record(Type.String(), Type.String(), { description: 'names of token ids' }),
    }),
  ),
});
export type ExamResult = Type.Static<typeof ExamResult>;
