/**
 * A trader's remaining funds: the last reading from the venue less everything used since. It errs on the low side,
 * since refunds from cancels only appear with the next reading. Amounts in millionths.
 */
import type { Account } from '@bellwether/contract';
import { formatPrice, type LimitOrder, parseAmount } from '@bellwether/sdk';
import type { HouseMarket } from './market.ts';
import type { Quote } from './quotes.ts';

const MICROS_PER_UNIT = 1_000_000n;
const PRICE_ONE = 10_000;

export class Purse {
  #collateral = 0n;
  readonly #free = new Map<string, bigint>();
  readonly #owned = new Map<string, bigint>();
  /** Collateral free and held, in whole units. */
  readonly wealth: number;

  constructor(account: Account) {
    let wealth = 0n;
    for (const wallet of account.wallets) {
      if (wallet.address.toLowerCase() !== account.address.toLowerCase()) continue;
      this.#collateral = parseAmount(wallet.free);
      wealth = this.#collateral + parseAmount(wallet.held);
      for (const { tokenId, free, held } of wallet.positions) {
        this.#free.set(tokenId, parseAmount(free));
        this.#owned.set(tokenId, parseAmount(free) + parseAmount(held));
      }
    }
    this.wealth = wholeUnits(wealth);
  }

  /** Free collateral in whole units, rounded down. */
  get collateral(): number {
    return wholeUnits(this.#collateral);
  }

  /** Free shares of a token, rounded down. */
  shares(tokenId: string): number {
    return wholeUnits(this.#free.get(tokenId) ?? 0n);
  }

  /** Shares of a token free and held, rounded down. */
  owned(tokenId: string): number {
    return wholeUnits(this.#owned.get(tokenId) ?? 0n);
  }

  /** Deducts whole units of collateral if available. */
  spend(units: number): boolean {
    const amount = BigInt(units) * MICROS_PER_UNIT;
    if (this.#collateral < amount) return false;
    this.#collateral -= amount;
    return true;
  }

  /**
   * The order that makes a quote: from shares if enough are free, else from collateral for the other outcome. Deducts
   * what the order holds; null if there is not enough of either.
   */
  orderFor(market: HouseMarket, quote: Quote): LimitOrder | null {
    const [yes, no] = market.tokens;
    const [sold, bought] = quote.side === 'ask' ? [yes, no] : [no, yes];
    const sellPrice = quote.side === 'ask' ? quote.price : PRICE_ONE - quote.price;
    const size = String(quote.shares);
    const amount = BigInt(quote.shares) * MICROS_PER_UNIT;
    const free = this.#free.get(sold) ?? 0n;
    if (free >= amount) {
      this.#free.set(sold, free - amount);
      return { tokenId: sold, side: 'SELL', price: formatPrice(BigInt(sellPrice)), size };
    }
    const buyPrice = PRICE_ONE - sellPrice;
    // p × (1 - p) is at most one quarter, so this exceeds any fee that the venue can reserve.
    const cost = (amount * BigInt(4 * buyPrice + market.feeRate)) / BigInt(4 * PRICE_ONE) + 1n;
    if (this.#collateral < cost) return null;
    this.#collateral -= cost;
    return { tokenId: bought, side: 'BUY', price: formatPrice(BigInt(buyPrice)), size };
  }
}

function wholeUnits(micros: bigint): number {
  return Number(micros / MICROS_PER_UNIT);
}
