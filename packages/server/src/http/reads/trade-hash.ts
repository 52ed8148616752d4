/** The read `trade-hash`: the transaction hash of a trade, for answers that only have its number. */
import { selectTradeHash } from '../../queries/ledger.ts';
import type { Read } from './read.ts';

/** Parameters of the read `trade-hash`. */
export interface TradeHashParameters {
  /** Sequence of the trade's entry. */
  readonly sequence: number;
}

export interface TradeHash {
  /** `0x` and 64 hex digits. */
  readonly hash: string;
}

/** Not a resource of the interface: the gateway reads it for itself, and parses it. */
export function tradeHashRead(): Read<TradeHashParameters, TradeHash> {
  return {
    name: 'trade-hash',
    async run(database, { sequence }) {
      const hash = await selectTradeHash(database, sequence);
      return hash === null ? null : { value: { hash: `0x${hash}` } };
    },
    serialize: (value) => JSON.stringify(value),
  };
}
