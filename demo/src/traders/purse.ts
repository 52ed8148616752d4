/** A trader's free funds as last read from the venue. */
import type { Account } from '@bellwether/contract';
import { parseAmount } from '@bellwether/sdk';

const MICROS_PER_UNIT = 1_000_000n;

export class Purse {
  /** Free collateral in whole units, rounded down. */
  readonly collateral: number;
  readonly #free: ReadonlyMap<string, string>;

  constructor({ address, wallets }: Account) {
    const wallet = wallets.find((each) => each.address.toLowerCase() === address.toLowerCase());
    this.collateral = wholeUnits(wallet?.free ?? '0');
    this.#free = new Map(wallet?.positions.map(({ tokenId, free }) => [tokenId, free]));
  }

  /** Free shares of a token, rounded down. */
  shares(tokenId: string): number {
    return wholeUnits(this.#free.get(tokenId) ?? '0');
  }
}

function wholeUnits(amount: string): number {
  return Number(parseAmount(amount) / MICROS_PER_UNIT);
}
