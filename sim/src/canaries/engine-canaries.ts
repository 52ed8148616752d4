/** Canaries of the engine: matching, books, money, the life of a market, time, and idempotency. */
import { type AccountId, micros, PRICE_ONE, subtractMicros } from '@bellwether/engine';
import { type Canary, changed } from './canary.ts';

export const ENGINE_CANARIES: readonly Canary[] = [
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
    change: changed(
      () => import('@bellwether/engine/testing/decide/place-order.ts'),
      'decidePlaceOrder',
      (decidePlaceOrder) =>
        (state, command, ...rest) => {
          const decision = decidePlaceOrder(state, command, ...rest);
          const isTooLittle = decision.kind === 'reject' && decision.code === 'fok_not_filled';
          return isTooLittle ? decidePlaceOrder(state, { ...command, type: 'FAK' }, ...rest) : decision;
        },
    ),
  },
  {
    name: 'post-only-takes',
    breaks: 'A post-only order takes liquidity.',
    seed: 2,
    change: changed(
      () => import('@bellwether/engine/testing/decide/place-order.ts'),
      'decidePlaceOrder',
      (decidePlaceOrder) =>
        (state, command, ...rest) => {
          const decision = decidePlaceOrder(state, command, ...rest);
          const isCrossing = decision.kind === 'reject' && decision.code === 'post_only_would_cross';
          return isCrossing ? decidePlaceOrder(state, { ...command, postOnly: false }, ...rest) : decision;
        },
    ),
  },
  {
    name: 'fee-rounded-down',
    breaks: 'A taker fee is rounded down instead of half up.',
    seed: 3,
    change: changed(
      () => import('@bellwether/engine/testing/matching/pricing.ts'),
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
      async () => (await import('@bellwether/engine')).LadderBook.prototype,
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
    change: changed(
      async () => (await import('@bellwether/engine')).LadderBook.prototype,
      'reduce',
      () => (entry, size) => {
        entry.remaining = subtractMicros(entry.remaining, size);
      },
    ),
  },
  {
    name: 'deposit-credited-twice',
    breaks: 'A deposit is credited twice.',
    seed: 3,
    change: changed(
      () => import('@bellwether/engine/testing/ledger/balances.ts'),
      'deposit',
      (deposit) => (state, wallet, amount) => {
        deposit(state, wallet, amount);
        deposit(state, wallet, amount);
      },
    ),
  },
  {
    name: 'hold-not-released',
    breaks: 'The collateral of a cancelled order stays held.',
    seed: 3,
    change: changed(
      () => import('@bellwether/engine/testing/ledger/balances.ts'),
      'release',
      () => () => undefined,
    ),
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
    seed: 3,
    change: changed(
      () => import('@bellwether/engine/testing/ledger/settlement.ts'),
      'payoutOf',
      (payoutOf) => (position) => payoutOf(position, [PRICE_ONE, PRICE_ONE]),
    ),
  },
  {
    name: 'trades-after-its-close',
    breaks: 'A market takes orders after its closing time.',
    seed: 18,
    change: changed(
      () => import('@bellwether/engine/testing/decide/targets.ts'),
      'refuseTrading',
      (refuseTrading) => (market) => refuseTrading(market, 0),
    ),
  },
  {
    name: 'expiry-ignored',
    breaks: 'Orders stay in the book after their expiration.',
    seed: 2,
    change: changed(
      async () => (await import('@bellwether/engine/testing/timers.ts')).ExpiryQueue.prototype,
      'next',
      () => () => null,
    ),
  },
  {
    name: 'heartbeat-does-not-cancel',
    breaks: 'A missed heartbeat leaves the orders of its API key in the book.',
    seed: 18,
    change: changed(
      async () => (await import('@bellwether/engine/testing/orders/open-orders.ts')).KeyOrders.prototype,
      'oldest',
      () => () => [],
    ),
  },
  {
    name: 'repeat-done-again',
    breaks: 'A request that is repeated under its key is carried out again.',
    seed: 3,
    change: changed(
      async () => (await import('@bellwether/engine')).RequestWindow.prototype,
      'find',
      () => () => null,
    ),
  },
  {
    name: 'keys-shared-by-all',
    breaks: 'An idempotency key matches the request of another account.',
    seed: 2,
    change: changed(
      async () => (await import('@bellwether/engine')).RequestWindow.prototype,
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
];
