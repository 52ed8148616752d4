/** Reasons that block every order, whatever the ticket contains. Pure. */
import type { Venue } from '@bellwether/contract';
import { debtRule } from '../account/debt.ts';
import type { MarketStatus } from '../venue/market-model.ts';
import type { TicketForm } from './ticket-form.ts';

const STATUS_WORDS: Readonly<Record<Exclude<MarketStatus, 'open'>, string>> = {
  unopened: 'Trading in this market has not opened yet.',
  paused: 'The operator has paused this market. It takes no orders for now.',
  closed: 'Trading has ended. The market awaits its result.',
  proposed: 'A result is proposed. Trading has stopped, and goes on only if the proposal is withdrawn.',
  resolving: 'The market is resolved; payouts are on their way.',
  resolved: 'The market is resolved. Nothing can be traded any more.',
};

/**
 * Returns the reason; null if there is none. `mode` is undefined until it is known. `debt` is what the account owes, '0'
 * for a sale.
 */
export function obstacleOf(
  status: MarketStatus,
  mode: Venue['mode'] | undefined,
  { type, postOnly }: Pick<TicketForm, 'type' | 'postOnly'>,
  debt = '0',
): string | null {
  if (status !== 'open') return STATUS_WORDS[status];
  if (mode === 'disabled') return 'The operator has switched trading off on the whole venue.';
  if (mode === 'cancel_only') return 'The venue takes no new orders at the moment. Open orders can be cancelled.';
  if (debt !== '0') return debtRule(debt);
  const isRefused = mode === 'post_only' && !(type === 'limit' && postOnly);
  return isRefused ? 'The venue only takes post-only limit orders at the moment.' : null;
}
