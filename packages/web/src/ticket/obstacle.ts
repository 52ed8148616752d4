/** Reasons that block every order, whatever the ticket contains. Pure. */
import type { Venue } from '@bellwether/contract';
import type { MarketStatus } from '../venue/market-model.ts';
import type { TicketForm } from './ticket-form.ts';

const STATUS_WORDS: Readonly<Record<Exclude<MarketStatus, 'open'>, string>> = {
  paused: 'The operator has paused this market. It takes no orders for now.',
  closed: 'Trading has ended. The market awaits its result.',
  resolving: 'The market is resolved; payouts are on their way.',
  resolved: 'The market is resolved. Nothing can be traded any more.',
};

/** Returns the reason; null if there is none. `mode` is undefined until it is known. */
export function obstacleOf(
  status: MarketStatus,
  mode: Venue['mode'] | undefined,
  { type, postOnly }: Pick<TicketForm, 'type' | 'postOnly'>,
): string | null {
  if (status !== 'open') return STATUS_WORDS[status];
  if (mode === 'disabled') return 'The operator has switched trading off on the whole venue.';
  if (mode === 'cancel_only') return 'The venue takes no new orders at the moment. Open orders can be cancelled.';
  const isRefused = mode === 'post_only' && !(type === 'limit' && postOnly);
  return isRefused ? 'The venue only takes post-only limit orders at the moment.' : null;
}
