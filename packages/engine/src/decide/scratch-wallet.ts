/** A copy of a wallet that follows the steps of a batch, because `decide` does not change the state. */

import type { Event } from '../event.ts';
import { freeShares } from '../ledger/balances.ts';
import { type Position, Positions } from '../ledger/positions.ts';
import type { Wallet } from '../ledger/wallet.ts';
import { violated } from '../units/assert.ts';
import type { MarketId, Outcome } from '../units/ids.ts';
import { addMicros, type Micros, subtractMicros, ZERO_MICROS } from '../units/micros.ts';

export class ScratchWallet {
  /** A copy of the wallet that shares no mutable data with the original. */
  readonly wallet: Wallet;

  constructor(wallet: Wallet) {
    this.wallet = { ...wallet, positions: new Positions(wallet.positions) };
  }

  /** Applies a step's event. */
  apply(event: Event): void {
    switch (event.kind) {
      case 'PositionSplit':
        this.wallet.free = subtractMicros(this.wallet.free, event.amount);
        for (const outcome of [0, 1] as const) this.#change(event.market, outcome, addMicros, event.amount);
        return;
      case 'PositionsMerged':
        this.wallet.free = addMicros(this.wallet.free, event.amount);
        for (const outcome of [0, 1] as const) this.#change(event.market, outcome, subtractMicros, event.amount);
        return;
      case 'PositionsConverted':
        this.wallet.free = addMicros(this.wallet.free, event.collateral);
        for (const market of event.given) this.#change(market, 1, subtractMicros, event.amount);
        for (const market of event.received) this.#change(market, 0, addMicros, event.amount);
        return;
      default:
        violated(`${event.kind} is no step of a batch`);
    }
  }

  #change(market: MarketId, outcome: Outcome, change: (a: Micros, b: Micros) => Micros, amount: Micros): void {
    const known = this.wallet.positions.get(market);
    const free: [Micros, Micros] = [freeShares(this.wallet, market, 0), freeShares(this.wallet, market, 1)];
    free[outcome] = change(free[outcome], amount);
    const { held, sells }: Pick<Position, 'held' | 'sells'> = known ?? {
      held: [ZERO_MICROS, ZERO_MICROS],
      sells: null,
    };
    this.wallet.positions.set(market, { free, held, sells });
  }
}
