/** Applies events of proposed results and of corrections. */
import type { ResultEvent } from '../results/events.ts';
import type { Applied } from '../state.ts';
import { violated } from '../units/units.ts';

const none = (_state: unknown, { kind }: ResultEvent): never => violated(`${kind} is not applied yet`);

export const RESULT_EVENTS = {
  ...{ ResultProposed: none, ResultDisputed: none, ResultWithdrawn: none, ResultConfirmed: none, ResultReversed: none },
  ...{ PayoutReclaimed: none, PayoutAdded: none, PositionRestored: none, ResultCorrected: none },
} satisfies Partial<Applied>;
