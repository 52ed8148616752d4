/**
 * A tape made from a journal: the messages that the market feed would have sent, entry by entry, with the journal's
 * times. One account can be left out, so that its orders can be replayed against everyone else's. Its size is then
 * missing from the levels, trades with its resting orders stay, and trades that it took are left out.
 */

import { conditionIdText } from '@bellwether/contract';
import {
  type AccountId,
  ASK,
  BID,
  bookPriceOf,
  bookSideOf,
  complement,
  type Event,
  isRefund,
  type MarketId,
  type MarketUpdated,
  type OrderAccepted,
  type OrderNumber,
  PRICE_ONE,
  type Price,
  type TradeExecuted,
} from '@bellwether/engine';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { type ChainedEntry, GENESIS_HASH, type JournalHead } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { TAPE_FORMAT, type TapeMarket } from '../../tape/tape-line.ts';
import { TapeWriter } from '../../tape/tape-writer.ts';

interface JournalTapeOptions {
  readonly path: string;
  /** Condition ids or slugs; empty: all markets. */
  readonly markets: readonly string[];
  /** Address of the account to leave out; null to include everyone. */
  readonly without: string | null;
}

type JournalTape = { readonly messages: number; readonly markets: number; readonly hash: string };

interface Resting {
  readonly accepted: OrderAccepted;
  remaining: number;
  /** True if the order is not on the tape. */
  readonly isLeftOut: boolean;
}

interface FoldedMarket {
  readonly tape: TapeMarket;
  /** Resting size at each price in YES terms: bids, asks. */
  readonly levels: readonly [Map<Price, number>, Map<Price, number>];
}

/**
 * Writes a tape from the whole journal, checking its chain. Throws if the file exists, and any error of reading or the
 * disk.
 */
export async function tapeOfJournal(journal: LogRecords, options: JournalTapeOptions): Promise<JournalTape> {
  const markets = new Map<MarketId, FoldedMarket>();
  const without = options.without?.toLowerCase() ?? null;
  let isKnown = without === null;
  let first = 0;
  // A tape begins with its markets, but a journal may add markets at any time.
  for await (const entry of entriesOf(journal)) {
    first = first === 0 ? entry.timeMs : first;
    for (const event of entry.events) {
      if (event.kind === 'AccountOpened' && event.address.toLowerCase() === without) isKnown = true;
      if (event.kind !== 'MarketAdded') continue;
      const { conditionId, slug, question, outcomes, tokenIds, tick, minimumSize, takerFeeRate } = event.definition;
      const { negRisk, negRiskMarketId } = event.definition;
      const isNamed = options.markets.some((name) => conditionIdText(name) === conditionId || name === slug);
      if (options.markets.length > 0 && !isNamed) continue;
      markets.set(event.market, {
        tape: {
          condition_id: conditionId,
          slug,
          question,
          outcomes,
          token_ids: tokenIds,
          minimum_tick_size: tick / 10_000,
          minimum_order_size: minimumSize / 1_000_000,
          taker_base_fee: takerFeeRate,
          ...(negRisk && { neg_risk: true, neg_risk_market_id: negRiskMarketId }),
        },
        levels: [new Map(), new Map()],
      });
    }
  }
  if (markets.size === 0) throw new Error('there is no such market in the journal');
  if (!isKnown) throw new Error(`no account of the journal is ${options.without}`);
  const described = [...markets.values()].map(({ tape }) => tape);
  const header = { kind: 'tape', format: TAPE_FORMAT, source: 'journal', time_ms: first, markets: described } as const;
  using tape = closing(TapeWriter.create(options.path, header));
  const fold = new JournalFold(markets, without);
  let messages = 0;
  let lastMs = first;
  for await (const entry of entriesOf(journal)) {
    lastMs = entry.timeMs;
    for (const message of fold.take(entry)) {
      tape.message(entry.timeMs, entry.timeMs, message);
      messages++;
    }
  }
  tape.end(lastMs);
  tape.flush();
  return { messages, markets: markets.size, hash: tape.hash };
}

async function* entriesOf(journal: LogRecords): AsyncGenerator<ChainedEntry> {
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  for await (const record of journal.read(1)) {
    yield* entriesOfRecord(record, head);
    head = { sequence: record.lastSequence, hash: record.hash };
  }
}

/** Folds the events of a journal into books, and produces the messages of each entry. */
class JournalFold {
  readonly #markets: ReadonlyMap<MarketId, FoldedMarket>;
  readonly #without: string | null;
  #leftOut: AccountId | null = null;
  readonly #orders = new Map<OrderNumber, Resting>();
  /** Orders accepted in the current entry. */
  readonly #accepted = new Map<OrderNumber, OrderAccepted>();
  /** Levels changed by the current entry, by market: bids, asks. */
  readonly #changed = new Map<FoldedMarket, readonly [Set<Price>, Set<Price>]>();

  constructor(markets: ReadonlyMap<MarketId, FoldedMarket>, without: string | null) {
    this.#markets = markets;
    this.#without = without;
  }

  take({ events, sequence, timeMs }: ChainedEntry): string[] {
    const messages: string[] = [];
    const place = `"timestamp":"${timeMs}","journal_entry":${sequence}`;
    for (const event of events) this.#fold(event, place, messages);
    for (const [market, sides] of this.#changed) messages.push(...levelsMessage(market, sides, place));
    this.#accepted.clear();
    this.#changed.clear();
    return messages;
  }

  #fold(event: Event, place: string, messages: string[]): void {
    switch (event.kind) {
      case 'AccountOpened':
        if (event.address.toLowerCase() === this.#without) this.#leftOut = event.account;
        return;
      case 'OrderAccepted':
        this.#accepted.set(event.order, event);
        return;
      case 'OrderRested': {
        const accepted = this.#accepted.get(event.order);
        if (accepted === undefined || !this.#markets.has(accepted.market)) return;
        const order = { accepted, remaining: 0, isLeftOut: accepted.account === this.#leftOut };
        this.#orders.set(event.order, order);
        this.#resize(order, event.remaining);
        return;
      }
      case 'OrderCanceled': {
        const order = this.#orders.get(event.order);
        if (order !== undefined) this.#resize(order, 0);
        this.#orders.delete(event.order);
        return;
      }
      case 'HouseQuoted':
        for (const [number, remaining] of event.resized) {
          const order = this.#orders.get(number);
          if (order !== undefined) this.#resize(order, remaining);
        }
        return;
      case 'TradeExecuted':
        messages.push(...this.#tradeMessages(event, place));
        for (const leg of event.legs) {
          const order = this.#orders.get(leg.order);
          if (order !== undefined) this.#resize(order, leg.remaining);
          if (leg.remaining === 0) this.#orders.delete(leg.order);
        }
        return;
      case 'MarketUpdated': {
        const market = this.#markets.get(event.market);
        if (market !== undefined) messages.push(...tickMessages(market, event, place));
        return;
      }
      case 'MarketResolved':
        messages.push(...this.#resultMessage(event.market, event.payouts, place));
        return;
      case 'ResultReversed':
        for (const [market, first] of event.to ?? []) {
          messages.push(...this.#resultMessage(market, first === null ? [0, 0] : [first, PRICE_ONE - first], place));
        }
        return;
    }
  }

  #resize(order: Resting, remaining: number): void {
    const change = remaining - order.remaining;
    order.remaining = remaining;
    const { accepted, isLeftOut } = order;
    const market = this.#markets.get(accepted.market);
    if (isLeftOut || market === undefined || change === 0) return;
    const side = bookSideOf(accepted.side, accepted.outcome);
    const price = bookPriceOf(accepted.price, accepted.outcome);
    const level = (market.levels[side].get(price) ?? 0) + change;
    if (level === 0) market.levels[side].delete(price);
    else market.levels[side].set(price, level);
    const changed = this.#changed.get(market) ?? [new Set(), new Set()];
    changed[side].add(price);
    this.#changed.set(market, changed);
  }

  #resultMessage(id: MarketId, payouts: readonly [number, number], place: string): string[] {
    const market = this.#markets.get(id);
    if (market === undefined) return [];
    const { condition_id, token_ids } = market.tape;
    const winner = payouts.indexOf(PRICE_ONE);
    const won = winner < 0 ? '' : token_ids[winner as 0 | 1];
    const texts = payouts.map((payout) => `"${priceText(payout)}"`).join(',');
    const refunded = isRefund(payouts) ? '"refunded":true,' : '';
    return [
      `{"event_type":"market_resolved","market":"${condition_id}","winning_asset_id":"${won}","payouts":[${texts}],${refunded}${place}}`,
    ];
  }

  /** One message for each price of the trade, as in the feed. */
  #tradeMessages({ market: id, order, outcome, side, legs }: TradeExecuted, place: string): string[] {
    const market = this.#markets.get(id);
    if (market === undefined || this.#accepted.get(order)?.account === this.#leftOut) return [];
    const fills = new Map<Price, number>();
    for (const leg of legs) {
      const price = leg.outcome === outcome ? leg.price : complement(leg.price);
      fills.set(price, (fills.get(price) ?? 0) + leg.size);
    }
    const { condition_id, token_ids, taker_base_fee } = market.tape;
    return [...fills].map(
      ([price, size]) =>
        `{"event_type":"last_trade_price","asset_id":"${token_ids[outcome]}","market":"${condition_id}","price":"${priceText(price)}",` +
        `"size":"${amountText(size)}","side":"${side}","fee_rate_bps":"${taker_base_fee}",${place}}`,
    );
  }
}

/** Current size of each changed level, for both tokens. */
function levelsMessage(
  { tape, levels }: FoldedMarket,
  sides: readonly [ReadonlySet<Price>, ReadonlySet<Price>],
  place: string,
): string[] {
  const changes: string[] = [];
  for (const side of [BID, ASK]) {
    for (const price of sides[side]) {
      const size = amountText(levels[side].get(price) ?? 0);
      const [own, other] = side === BID ? ['BUY', 'SELL'] : ['SELL', 'BUY'];
      changes.push(
        `{"asset_id":"${tape.token_ids[0]}","price":"${priceText(price)}","size":"${size}","side":"${own}"}`,
        `{"asset_id":"${tape.token_ids[1]}","price":"${priceText(complement(price))}","size":"${size}","side":"${other}"}`,
      );
    }
  }
  return [
    `{"event_type":"price_change","market":"${tape.condition_id}",${place},"price_changes":[${changes.join(',')}]}`,
  ];
}

function tickMessages({ tape }: FoldedMarket, event: MarketUpdated, place: string): string[] {
  const { tick } = event.changes;
  if (tick === undefined) return [];
  return tape.token_ids.map(
    (token) =>
      `{"event_type":"tick_size_change","market":"${tape.condition_id}","asset_id":"${token}","new_tick_size":"${priceText(tick)}",${place}}`,
  );
}
