/** The canaries: defects of the engine, of the parts that make decisions durable and distribute them, and of what clients see. */
import { type AccountId, micros, PRICE_ONE, type RejectCode, subtractMicros } from '@bellwether/engine';
import type { SequencerOptions } from '@bellwether/exchange/sequencer/sequencer.ts';
import type { AppendOutcome, Log } from '@bellwether/ports/log.ts';
import { type Canary, type Change, changed } from './canary.ts';

/** Gives the exchange other options than its process has. */
function exchangeWith(options: (given: SequencerOptions) => Partial<SequencerOptions>): Change {
  return changed(
    () => import('@bellwether/exchange/sequencer/sequencer.ts'),
    'Sequencer',
    (Original) =>
      class extends Original {
        constructor(given: SequencerOptions) {
          super({ ...given, ...options(given) });
        }
      },
  );
}

/** Replaces the outcome of each append that the exchange sees. */
const appending = (
  append: (log: Pick<Log, 'append'>, ...record: Parameters<Log['append']>) => Promise<AppendOutcome>,
): Change => exchangeWith(({ log }) => ({ log: { append: (record) => append(log, record), head: () => log.head() } }));

/** Places an order with other terms if it is refused for this reason. */
const insteadOf = (refusal: RejectCode, terms: { readonly type: 'FAK' } | { readonly postOnly: false }): Change =>
  changed(
    () => import('@bellwether/engine/testing/decide/place-order.ts'),
    'decidePlaceOrder',
    (decidePlaceOrder) =>
      (state, command, ...rest) => {
        const decision = decidePlaceOrder(state, command, ...rest);
        const isRefused = decision.kind === 'reject' && decision.code === refusal;
        return isRefused ? decidePlaceOrder(state, { ...command, ...terms }, ...rest) : decision;
      },
  );

// Parts of the venue in which defects stand.
const balances = () => import('@bellwether/engine/testing/ledger/balances.ts');
const ladderBook = async () => (await import('@bellwether/engine')).LadderBook.prototype;
const requestWindow = async () => (await import('@bellwether/engine')).RequestWindow.prototype;
const expiryQueue = async () => (await import('@bellwether/engine/testing/timers.ts')).ExpiryQueue.prototype;
const keyOrders = async () => (await import('@bellwether/engine/testing/orders/open-orders.ts')).KeyOrders.prototype;
const readBarrier = async () =>
  (await import('@bellwether/venue/threads/readers/read-barrier.ts')).ReadBarrier.prototype;
const settlement = () => import('@bellwether/engine/testing/ledger/settlement.ts');
const keys = () => import('@bellwether/engine/testing/decide/keys.ts');
const markets = () => import('@bellwether/engine/testing/market/market.ts');

export const CANARIES: readonly Canary[] = [
  {
    name: 'self-trade',
    breaks: 'An order trades with an order of its own account.',
    seed: 2,
    change: changed(
      () => import('@bellwether/engine/testing/matching/match.ts'),
      'planMatch',
      (planMatch) => (market, taker) => planMatch(market, { ...taker, account: -1 as AccountId }),
    ),
  },
  {
    name: 'fok-filled-in-part',
    breaks: 'The venue fills a part of a FOK order when it cannot fill the whole.',
    seed: 3,
    change: insteadOf('fok_not_filled', { type: 'FAK' }),
  },
  {
    name: 'post-only-takes',
    breaks: 'A post-only order takes liquidity.',
    seed: 2,
    change: insteadOf('post_only_would_cross', { postOnly: false }),
  },
  {
    name: 'fee-rounded-down',
    breaks: 'A taker fee is rounded down instead of half up.',
    seed: 5,
    change: changed(
      () => import('@bellwether/engine/testing/units/units.ts'),
      'feeOf',
      () =>
        ({ high, low }, rate) =>
          micros(Math.floor(((high * 1e8 + low) * rate) / 1e13) * 10),
    ),
  },
  {
    name: 'newest-order-first',
    breaks: 'At one price the newest order trades first.',
    seed: 3,
    change: changed(
      ladderBook,
      'first',
      (first) =>
        function (side) {
          let entry = first.call(this, side);
          while (entry !== null && entry.next !== null) entry = entry.next;
          return entry;
        },
    ),
  },
  {
    name: 'level-size-not-lowered',
    breaks: 'A fill leaves the size of its price level as it was.',
    seed: 3,
    change: changed(ladderBook, 'reduce', () => (entry, size) => {
      entry.remaining = subtractMicros(entry.remaining, size);
    }),
  },
  {
    name: 'deposit-credited-twice',
    breaks: 'A deposit is credited twice.',
    seed: 3,
    change: changed(balances, 'deposit', (deposit) => (state, wallet, amount) => {
      deposit(state, wallet, amount);
      deposit(state, wallet, amount);
    }),
  },
  {
    name: 'hold-not-released',
    breaks: 'The collateral of a cancelled order stays held.',
    seed: 3,
    change: changed(balances, 'release', () => () => undefined),
  },
  {
    name: 'conversion-pays-too-much',
    breaks: 'A negative-risk conversion of n markets pays n instead of n - 1 for each share.',
    seed: 3,
    change: changed(
      () => import('@bellwether/engine/testing/decide/positions.ts'),
      'decideConvert',
      (decideConvert) => (state, command, of) => {
        const decision = decideConvert(state, command, of);
        if (decision.kind !== 'accepted') return decision;
        const events = decision.events.map((event) =>
          event.kind === 'PositionsConverted'
            ? { ...event, collateral: micros(event.collateral + event.amount) }
            : event,
        );
        return { ...decision, events };
      },
    ),
  },
  {
    name: 'both-sides-paid',
    breaks: 'A settlement pays the holders of both outcomes.',
    seed: 4,
    change: changed(settlement, 'payoutOf', (payoutOf) => (position) => payoutOf(position, [PRICE_ONE, PRICE_ONE])),
  },
  {
    name: 'trades-after-its-close',
    breaks: 'A market takes orders after its closing time.',
    seed: 18,
    change: changed(markets, 'refuseTrading', (refuseTrading) => (market) => refuseTrading(market, 0)),
  },
  {
    name: 'expiry-ignored',
    breaks: 'Orders stay in the book after their expiration.',
    seed: 2,
    change: changed(expiryQueue, 'next', () => () => null),
  },
  {
    name: 'heartbeat-does-not-cancel',
    breaks: 'A missed heartbeat leaves the orders of its API key in the book.',
    seed: 18,
    change: changed(keyOrders, 'oldest', () => () => []),
  },
  {
    name: 'repeat-done-again',
    breaks: 'A request that is repeated under its key is carried out again.',
    seed: 3,
    change: changed(requestWindow, 'find', () => () => null),
  },
  {
    name: 'keys-shared-by-all',
    breaks: 'An idempotency key matches the request of another account.',
    seed: 2,
    change: changed(
      requestWindow,
      'find',
      (find) =>
        function (by, key, nowMs) {
          for (let other = 0; other < 20; other++) {
            const found = find.call(this, other as AccountId, key, nowMs);
            if (found !== null) return found;
          }
          return find.call(this, by, key, nowMs);
        },
    ),
  },
  {
    name: 'revoked-key-trades',
    breaks: 'An address places orders for a wallet of which it is no key any more.',
    seed: 2,
    change: changed(keys, 'walletTradedByKey', () => (state, _account, wallet) => {
      const found = state.wallets[wallet];
      return found === undefined
        ? { kind: 'reject', code: 'unknown_wallet', details: {} }
        : { kind: 'found', wallet: found };
    }),
  },
  {
    name: 'key-orders-stay',
    breaks: 'The orders of a key stay in the book when it is revoked or ends.',
    seed: 2,
    change: changed(
      () => import('@bellwether/engine/testing/decide/cancel.ts'),
      'canceled',
      (canceled) => (orders, reason) => (reason.startsWith('key_') ? [] : canceled(orders, reason)),
    ),
  },
  {
    name: 'acknowledge-before-append',
    breaks: 'A batch is acknowledged before it is durable.',
    seed: 2,
    change: appending(async (log, record) => {
      void log.append({ ...record, payload: record.payload.slice() as typeof record.payload });
      return { kind: 'durable' };
    }),
  },
  {
    name: 'fence-skipped',
    breaks: 'A writer goes on after another one has taken the log over.',
    seed: 2,
    change: appending(async (log, record) => {
      const outcome = await log.append(record);
      return outcome.kind === 'fenced' ? { kind: 'durable' } : outcome;
    }),
  },
  {
    name: 'clock-stands-still',
    breaks: 'The clock of the venue stands still for a minute at a time.',
    seed: 5,
    change: changed(
      async () => (await import('@bellwether/exchange/sequencer/venue-clock.ts')).VenueClock.prototype,
      'now',
      (now) =>
        function () {
          return Math.floor(now.call(this) / 60_000) * 60_000;
        },
    ),
  },
  {
    name: 'snapshot-forgets-requests',
    breaks: 'A start from a snapshot forgets which requests were done.',
    seed: 2,
    change: changed(
      () => import('@bellwether/engine/testing/snapshot.ts'),
      'restoreSnapshot',
      (restoreSnapshot) => (snapshot, keeps) => restoreSnapshot({ ...snapshot, requests: [] }, keeps),
    ),
  },
  {
    name: 'cancels-not-followed',
    breaks: 'The book of a gateway keeps cancelled orders.',
    seed: 3,
    change: changed(
      async () => (await import('@bellwether/ledger/log/follower.ts')).Follower.prototype,
      'fold',
      (fold) =>
        function (entries, ...rest) {
          const kept = entries.map((entry) => ({
            ...entry,
            events: entry.events.filter(({ kind }) => kind !== 'OrderCanceled'),
          }));
          fold.call(this, kept, ...rest);
        },
    ),
  },
  {
    name: 'lease-not-checked',
    breaks: 'A leader answers reads after its lease is over.',
    seed: 67,
    change: changed(
      () => import('@bellwether/nodes/open-hub.ts'),
      'openHub',
      (openHub) =>
        ({ report, ...options }) =>
          openHub({
            ...options,
            report: (standing) => report({ ...standing, currentUntilMs: standing.currentUntilMs + 60_000 }),
          }),
    ),
  },
  {
    name: 'price-change-dropped',
    breaks: 'The market feed leaves out changes of asks.',
    seed: 18,
    change: changed(
      () => import('@bellwether/feeds/market/market-messages.ts'),
      'priceChangeMessage',
      (priceChangeMessage) => (market, books, change) =>
        priceChangeMessage(market, books, { ...change, levels: [change.levels[0], new Set()] }),
    ),
  },
  {
    name: 'projector-skips-an-entry',
    breaks: 'The rows of orders leave out an entry.',
    seed: 18,
    change: changed(
      async () => (await import('@bellwether/read-model/orders/project/orders.ts')).ordersProjection,
      'open',
      (open) =>
        (...given) => {
          const writer = open(...given);
          return {
            write: (entries, context) => writer.write(entries.length > 1 ? entries.slice(0, -1) : entries, context),
          };
        },
    ),
  },
  {
    name: 'read-does-not-wait',
    breaks: 'A read shows rows from before the last acknowledgement.',
    seed: 18,
    change: changed(readBarrier, 'wait', () => async () => undefined),
  },
  {
    name: 'owner-not-checked',
    breaks: 'The desk places an order that names the API key of another account.',
    seed: 59,
    change: changed(
      () => import('@bellwether/gateway/http/orders/order.ts'),
      'readOrder',
      (readOrder) =>
        (placement, placer, ...rest) =>
          readOrder({ ...placement, owner: placer.apiKey }, placer, ...rest),
    ),
  },
  {
    name: 'house-answers-apart',
    breaks: 'A trade with the house in one answer leaves its prices of the others as they were.',
    seed: 21,
    change: changed(
      () => import('@bellwether/engine/testing/house/curve.ts'),
      'positionsOn',
      (positionsOn) => (curve, sold) =>
        sold.map((_, own) => {
          const alone = sold.map((shares, at) => (at === own || shares === null ? shares : 0));
          return positionsOn(curve, alone)[own] ?? null;
        }),
    ),
  },
];
