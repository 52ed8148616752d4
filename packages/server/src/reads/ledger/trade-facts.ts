/** The read `trade-facts`: hash and taker fee of a trade, for answers that only have its number. */
import type { TradeFacts, TradeFactsParameters } from '@bellwether/contract';
import { selectTakerFill } from '../../queries/ledger/ledger.ts';
import type { Read } from '../read.ts';

/** Creates the read. It is no resource of the interface: only the gateway reads and parses it. */
export function tradeFactsRead(): Read<TradeFactsParameters, TradeFacts> {
  return {
    name: 'trade-facts',
    async run(database, { sequence }) {
      const fill = await selectTakerFill(database, sequence);
      return fill === null ? null : { value: { hash: `0x${fill.hash}`, fee: fill.fee_micros } };
    },
    serialize: (value) => JSON.stringify(value),
  };
}
