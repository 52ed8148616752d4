/** Results that can no longer be reversed. */
import type { Market } from '../market/market.ts';
import { catalogEventOf, type State } from '../state.ts';

/** Forgets what a reversal would need. Archiving makes a result final, which bounds the memory of costs. */
export function dropIfFinal(state: State, market: Market): void {
  const { status, archived, catalogEvent } = market;
  if (status !== 'resolved') return;
  if (!archived && (catalogEvent === null || !catalogEventOf(state, catalogEvent).archived)) return;
  market.past.clear();
  market.settlement = null;
  market.before = null;
}
