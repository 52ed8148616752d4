/** The account's order desk, shared by all tickets of the page. */
import { type Book, marketVersion } from '@bellwether/contract';
import { isApiError, isTick, type SignedPlacement } from '@bellwether/sdk';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { type Account, OPEN_ORDERS_SHOWN_MAX } from '../account/account-queries.ts';
import type { Funds } from '../account/funds.ts';
import { priceInBook, sideInBook } from '../account/open-orders.ts';
import { useOpenOrders } from '../account/own-orders.ts';
import { parseFields } from '../account/saved-account.ts';
import { useClock } from '../clock/clock-context.tsx';
import { toMicros } from '../format/decimal.ts';
import { useBook } from '../live/live-context.tsx';
import { showToast } from '../ui/toast.tsx';
import type { Market } from '../venue/market-model.ts';
import { getText, keepText } from '../venue/text-store.ts';
import { untilWorthwhile } from '../venue/venue-back.ts';
import { type DeskPorts, type OpenOrder, OrderDesk } from './order-desk.ts';
import { IDLE, type IntentState, isUnderWay, type Outcome } from './order-intent.ts';
import type { Scene } from './plan.ts';
import { refusalOf } from './refusals.ts';
import { reservedOf } from './reserved.ts';

const desks = new WeakMap<Account, OrderDesk>();

/** Returns the desk of an account, creating it on first use. */
export function deskOf(account: Account): OrderDesk {
  const known = desks.get(account);
  if (known !== undefined) return known;
  const desk = new OrderDesk(portsOf(account));
  desks.set(account, desk);
  // The answer may arrive while no ticket is on screen.
  desk.watch(() => tell(desk));
  return desk;
}

export function useDeskState(account: Account | null): IntentState {
  const subscribe = useCallback(
    (callback: () => void) => (account === null ? () => undefined : deskOf(account).watch(callback)),
    [account],
  );
  return useSyncExternalStore(subscribe, () => (account === null ? IDLE : deskOf(account).state));
}

/** Shows a toast if the page's own watcher is the only one, that is, if no ticket is on screen. */
function tell(desk: OrderDesk): void {
  if (desk.watcherCount > 1) return;
  const { state } = desk;
  if (state.kind === 'placed') showToast({ tone: 'good', title: 'Order placed', text: state.intent.words });
  if (state.kind === 'refused') showToast({ tone: 'bad', title: state.refusal.title, text: state.intent.words });
  if (state.kind === 'lost') showToast({ tone: 'bad', title: 'The order never arrived', text: state.intent.words });
}

function portsOf({ address, client }: Account): DeskPorts {
  const item = `bellwether.open-order.${address}`;
  return {
    sign: (order) => client.orders.sign(order),
    place: (placement) => client.orders.place(placement),
    find: async (orderId) => {
      try {
        const order = await client.orders.get(orderId);
        return foundOutcome(order);
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      }
    },
    refusalOf,
    nowMs: () => client.venue.now(),
    pause: untilWorthwhile,
    // If storage is unavailable, the order is tracked for the lifetime of the page.
    keep: (open) => void keepText(sessionStorage, item, open === null ? null : JSON.stringify(open)),
    kept: () => {
      const { intent, placement } = parseFields(getText(sessionStorage, item));
      const isOne =
        typeof intent === 'object' && typeof (placement as SignedPlacement | undefined)?.orderId === 'string';
      // The cast is safe: only this page writes the item.
      return isOne ? ({ intent, placement } as OpenOrder) : null;
    },
  };
}

type FoundOrder = Awaited<ReturnType<Account['client']['orders']['get']>>;

/** Converts a looked-up order. It contains the shares traded; their cost and fee are in the history. */
function foundOutcome({ id, status, side, sizeMatched }: FoundOrder): Outcome {
  const shares = toMicros(sizeMatched) === 0n ? '' : sizeMatched;
  const [given, got] = side === 'BUY' ? ['', shares] : [shares, ''];
  return { status: status === 'LIVE' ? 'live' : 'done', orderId: id, given, got, fee: '' };
}

/** Longer than the pause within a double click. */
const FREEZE_MS = 600;

/**
 * Freezes the ticket briefly after an order was sent. The second click of a double click then meets the same inert
 * button, and not whatever would have moved under it. Afterwards calls `onPlaced` once for each order announced by
 * `begin` and accepted by the venue.
 */
export function useFreeze(state: IntentState, onPlaced: () => void) {
  const [isFrozen, setFrozen] = useState(false);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isFrozen) return;
    const timer = setTimeout(() => setFrozen(false), FREEZE_MS);
    return () => clearTimeout(timer);
  }, [isFrozen]);
  useEffect(() => {
    if (!isAwaited.current || isFrozen || isUnderWay(state)) return;
    isAwaited.current = false;
    if (state.kind === 'placed') onPlaced();
  });
  const begin = (): void => {
    isAwaited.current = true;
    setFrozen(true);
  };
  return { isFrozen, begin };
}

/** A token and the terms of its market. */
interface TradedToken extends Pick<Market, 'conditionId' | 'tick' | 'minimumSize' | 'negRisk' | 'feeBps'> {
  readonly tokenId: string;
  readonly label: string;
}

/** Live inputs of a ticket's order: the book, own orders in it, the terms and the available funds. */
export function useScene(market: Market, outcomeIndex: 0 | 1, funds: Funds | null): Scene {
  const { tokenId, label } = market.outcomes[outcomeIndex];
  const { book } = useBook(tokenId);
  const sceneOf = useSceneOf(funds);
  return useMemo(() => sceneOf({ ...market, tokenId, label }, book), [sceneOf, market, tokenId, label, book]);
}

/** Returns how to make the inputs of an order for a token from its book. */
export function useSceneOf(funds: Funds | null) {
  const clock = useClock();
  const all = useOpenOrders();
  const account = useAccount();
  return useCallback(
    ({ tokenId, label, conditionId, ...market }: TradedToken, book: Book | null): Scene => {
      // The operator may change the terms while the page is open; the book has the newer ones.
      const tick = book?.tick_size ?? market.tick;
      return {
        tokenId,
        conditionId,
        outcome: label,
        terms: {
          tick: isTick(tick) ? tick : '0.01',
          minimumSize: book?.min_order_size ?? market.minimumSize,
          negRisk: market.negRisk,
          version: marketVersion(conditionId, tokenId),
        },
        feeBps: market.feeBps,
        book,
        own: all
          .filter((order) => order.market === conditionId)
          .map((order) => ({
            side: sideInBook(order, tokenId),
            price: toMicros(priceInBook(order, tokenId)) ?? 0n,
            size: (toMicros(order.original_size) ?? 0n) - (toMicros(order.size_matched) ?? 0n),
          })),
        funds:
          funds === null
            ? null
            : { collateral: toMicros(funds.free) ?? 0n, shares: toMicros(funds.shares.get(tokenId) ?? '0') ?? 0n },
        // A truncated list reveals neither the number of orders nor their total hold.
        reserved:
          account === null || all.length >= OPEN_ORDERS_SHOWN_MAX ? null : reservedOf(all, account.wallet, tokenId),
        nowMs: clock.now(),
      };
    },
    [all, account, funds, clock],
  );
}
