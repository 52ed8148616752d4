/** Connects the live copy of an account with its client: feeds, reads and requests. */
import { FIRST_CURSOR, OWN_ROUTES, type OwnOrders, parseSequence } from '@bellwether/contract';
import type { FeedOptions, Feeds } from '../feeds/feeds.ts';
import { byCursor } from '../pages.ts';
import type { RawRequest, Request } from '../request.ts';
import type { Session } from '../session.ts';
import { Holdings } from './holdings.ts';
import type { LedgerRead } from './ledger-copy.ts';

export interface FollowOptions extends FeedOptions {
  /**
   * Time in which the account's feed has to confirm an answer or a change of a public book, in milliseconds; then the
   * ledger is read. Default 500.
   */
  readonly confirmMs?: number;
}

const CONFIRM_MS = 500;

export function createFollow(session: Session, request: Request, raw: RawRequest, feeds: Feeds, isRepeatable: boolean) {
  const readPages = (after: number, signal: AbortSignal): AsyncGenerator<LedgerRead['pages'][number]> =>
    byCursor(async (next_cursor) => {
      const { value, answer } = await raw(OWN_ROUTES.ownOrders, { signal, query: { next_cursor } });
      // The cast is the parse boundary, as in `request`.
      const { data: orders, next_cursor: next } = value as OwnOrders;
      const sequence = parseSequence(answer.header('x-read-sequence')) ?? after;
      return { items: [{ sequence, orders }], next };
    }, FIRST_CURSOR);

  return ({ confirmMs = CONFIRM_MS, ...options }: FollowOptions = {}): Holdings =>
    new Holdings({
      user: feeds.user({ ...options, balances: true }),
      openMarket: (tokens) => feeds.market({ ...options, tokens, custom: true }),
      read: async (signal) => {
        const account = await request('account', { signal });
        return { account, pages: await Array.fromAsync(readPages(account.sequence, signal)) };
      },
      writeWatchers: session.writeWatchers,
      isRepeatable,
      retry: session.retry,
      confirmMs,
    });
}
