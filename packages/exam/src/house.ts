/** The other side of the market: quotes on both sides, and a taker that fills the bot's orders to the share. */
import { type Client, formatAmount, formatPrice, type OwnOrder, parseAmount, parsePrice } from '@bellwether/sdk';
import { clientOf } from './client.ts';
import { KEYS } from './scenario.ts';

const PAIRS = '10000';
const SHARES = '200';
/** Best bid and ask for the first outcome, before and after the price moves. */
const QUOTES = { before: ['0.4', '0.6'], after: ['0.45', '0.65'] } as const;
/** Orders that trade at once are in hundredths of a share. */
const HUNDREDTH = 10_000n;
const PRICE_ONE = 10_000n;

export interface ExamMarket {
  readonly conditionId: string;
  readonly tokens: readonly [string, string];
  readonly outcomes: readonly [string, string];
}

export class House {
  readonly #market: ExamMarket;
  readonly #maker: Client;
  readonly #taker: Client;

  private constructor(url: string, market: ExamMarket) {
    this.#market = market;
    this.#maker = clientOf(url, { account: { signer: KEYS.maker } });
    this.#taker = clientOf(url, { account: { signer: KEYS.taker } });
  }

  /** Opens the house: it quotes, and has shares of both outcomes to sell. */
  static async open(url: string, market: ExamMarket): Promise<House> {
    const house = new House(url, market);
    const { conditionId } = market;
    await house.#taker.account.split({ conditionId, amount: PAIRS });
    await house.#maker.account.split({ conditionId, amount: PAIRS });
    await house.quote();
    return house;
  }

  /** Moves both quotes to another price. */
  async move(): Promise<void> {
    await this.#maker.orders.cancelAll();
    await this.quote('after');
  }

  /**
   * Sells until `shares` of the order are filled. `ahead`: shares of others that come first at its price. A sale of the other outcome
   * fills an order that sells.
   */
  async fill({ asset_id, side, price }: OwnOrder, ahead: bigint, shares: bigint): Promise<void> {
    const [first, second] = this.#market.tokens;
    const other = asset_id === first ? second : first;
    const own = parsePrice(price);
    const sale = side === 'BUY' ? { tokenId: asset_id, price: own } : { tokenId: other, price: PRICE_ONE - own };
    const { bids } = await this.#taker.books.get(sale.tokenId);
    const better = bids.filter((bid) => parsePrice(bid.price) > sale.price);
    const size = better.reduce((sum, bid) => sum + parseAmount(bid.size), ahead + shares);
    await this.#taker.orders.place({
      tokenId: sale.tokenId,
      side: 'SELL',
      type: 'FAK',
      price: formatPrice(sale.price),
      shares: formatAmount(size - (size % HUNDREDTH)),
    });
  }

  async quote(when: keyof typeof QUOTES = 'before'): Promise<void> {
    const [bid, ask] = QUOTES[when];
    const [tokenId] = this.#market.tokens;
    const quote = { tokenId, size: SHARES, postOnly: true } as const;
    await this.#maker.orders.placeMany([
      { ...quote, side: 'BUY', price: bid },
      { ...quote, side: 'SELL', price: ask },
    ]);
  }
}

/** Half of an order, in whole hundredths of a share. */
export function halfOf(remaining: string): bigint {
  const half = parseAmount(remaining) / 2n;
  return half - (half % HUNDREDTH);
}
