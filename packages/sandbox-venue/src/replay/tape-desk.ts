/** Places the house orders that stand for a tape. */
import {
  BID,
  type BookSide,
  type Command,
  isRefund,
  type MarketId,
  marketOf,
  micros,
  ORDERS_PER_CANCEL_MAX,
  type OrderId,
  type OrderType,
  opposite,
  orderId,
  PRICE_ONE,
  type Wallet,
  walletOf,
} from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { HouseAccount } from '../scenario/house-account.ts';
import type { Payouts } from './tape-market.ts';
import type { TapeQuotes } from './tape-quotes.ts';

/** Maximum number of commands in flight. */
const COMMANDS_AT_ONCE = 256;

/** House accounts by role: one whose orders rest, and one that takes where the tape traded with itself. */
const RESTS = 0;
const TAKES = 1;

export class TapeDesk {
  readonly #exchange: ExchangeHandle;
  readonly #house: readonly [HouseAccount, HouseAccount];
  readonly #wallets: readonly [Wallet, Wallet];
  #orders = 0;

  /** Both accounts must exist. */
  constructor(exchange: ExchangeHandle, house: readonly [HouseAccount, HouseAccount]) {
    const { state } = exchange;
    const [rests, takes] = house.map(({ address, name }) => {
      const id = state.walletsByAddress.get(address);
      if (id === undefined) throw new Error(`${name} has no wallet`);
      return walletOf(state, id);
    });
    if (rests === undefined || takes === undefined) throw new Error('the house has two accounts');
    this.#exchange = exchange;
    this.#house = house;
    this.#wallets = [rests, takes];
  }

  /** Account numbers, first the one whose orders rest. */
  get accounts(): readonly [Wallet['account'], Wallet['account']] {
    return [this.#wallets[RESTS].account, this.#wallets[TAKES].account];
  }

  /** Fills orders of a side at a price that are not the house's own. The exchange cancels house orders in the way. */
  async fill(market: MarketId, side: BookSide, price: number, size: number): Promise<void> {
    await this.submit(this.#placement(RESTS, market, opposite(side), price, size, 'FAK'));
  }

  /** Trades with the house's own orders of a side, as the tape did. */
  async trade(market: MarketId, side: BookSide, price: number, size: number): Promise<void> {
    await this.submit(this.#placement(TAKES, market, opposite(side), price, size, 'FAK'));
  }

  /** Fixes a result. A market of negative risk is alone in its event here, and only the event can be shared. */
  async resolve(market: MarketId, payouts: Payouts): Promise<void> {
    if (isRefund(payouts)) {
      const by = 'tape';
      const proposed = {
        scope: { market },
        result: { kind: 'refund' },
        source: '',
        note: '',
        windowMs: 0,
        by,
      } as const;
      await this.submit({ kind: 'ProposeResult', ...proposed });
      await this.submit({ kind: 'ConfirmResult', market, by, note: '' });
      return;
    }
    const { negRisk, catalogEvent } = marketOf(this.#exchange.state, market);
    const isShared = negRisk && payouts[0] % PRICE_ONE !== 0;
    await this.submit(
      isShared && catalogEvent !== null
        ? { kind: 'ResolveEvent', catalogEvent, winners: null }
        : { kind: 'ResolveMarket', market, payouts, closesEvent: true },
    );
  }

  /** Brings the house orders at all levels of these markets up to date: together, since each batch has its cost. */
  async sync(markets: readonly { readonly id: MarketId; readonly quotes: TapeQuotes }[]): Promise<void> {
    const { account } = this.#wallets[0];
    const commands: Command[] = [];
    for (const { id, quotes } of markets) {
      if (!quotes.isDirty) continue;
      const { cancel, place } = quotes.changes();
      for (let at = 0; at < cancel.length; at += ORDERS_PER_CANCEL_MAX)
        commands.push({ kind: 'CancelOrders', account, orderIds: cancel.slice(at, at + ORDERS_PER_CANCEL_MAX) });
      for (const { side, price, size } of place) commands.push(this.#placement(RESTS, id, side, price, size, 'GTC'));
    }
    for (let at = 0; at < commands.length; at += COMMANDS_AT_ONCE)
      await Promise.all(commands.slice(at, at + COMMANDS_AT_ONCE).map((command) => this.submit(command)));
  }

  /**
   * Builds an order. Both sides buy, so the house needs only collateral: a bid for the second outcome offers the first.
   */
  #placement(who: 0 | 1, market: MarketId, side: BookSide, price: number, size: number, type: OrderType): Command {
    const { account, id: wallet } = this.#wallets[who];
    const own = side === BID ? price : PRICE_ONE - price;
    return {
      kind: 'PlaceOrder',
      orderId: tapeOrderId(++this.#orders),
      account,
      wallet,
      apiKey: this.#house[who].apiKey,
      market,
      outcome: side === BID ? 0 : 1,
      side: 'BUY',
      type,
      postOnly: false,
      makerAmount: micros(Math.ceil((size * own) / PRICE_ONE)),
      takerAmount: micros(size),
      expiration: 0,
      builder: '',
    };
  }

  /**
   * Submits a command. A refusal means a closed market or a venue that takes no orders: the tape continues without it.
   */
  async submit(command: Command): Promise<void> {
    await this.#exchange.submit(command);
  }
}

/** 2^32 by the golden ratio. An odd number, so its multiples modulo 2^32 are all different; they also lie far apart. */
const GOLDEN = 0x9e3779b1;

/**
 * Returns the order id for `count`, which is 1 or more and different for each order. The exchange finds orders by the
 * first word of an id's second half: with a plain counter there, each lookup would search all orders.
 */
export function tapeOrderId(count: number): OrderId {
  return orderId(`0x7a9e${hex(0, 28)}${hex(Math.imul(count, GOLDEN) >>> 0, 8)}${hex(count, 24)}`);
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
