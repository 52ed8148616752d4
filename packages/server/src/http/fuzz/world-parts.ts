/** Parts of the fuzzed world. */
import type { OrderPlacement, RelaySubmission } from '@bellwether/contract';
import type { BuilderKey } from '../testing/relaying.ts';
import type { Stack } from '../testing/stack.ts';
import type { TestMarket, Trader } from '../testing/trader.ts';
import type { Pool } from './pool.ts';

export interface SignedOrder {
  readonly trader: number;
  readonly body: OrderPlacement;
}

export interface World {
  readonly stack: Stack;
  readonly pool: Pool;
  readonly traders: Trader[];
  readonly quoter: Trader;
  readonly markets: TestMarket[];
  /** Signed orders, not necessarily sent; the newest last. */
  readonly orders: SignedOrder[];
  /** Headers that prove ownership of a wallet. */
  readonly proofs: Readonly<Record<string, string>>[];
  /** Signed batches of the relayer; the newest last. */
  readonly submissions: RelaySubmission[];
  /** A builder key of the first trader, replaced when a request revokes it. */
  builderKey: BuilderKey;
  /** A recorded catalog file. */
  readonly recorded: unknown;
}
