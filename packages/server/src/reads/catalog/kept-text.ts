/** The read `kept-text`: texts of a market, event or profile under the names used by commands. */
import { type KeptText, type KeptTextOf, keptText } from '../../queries/catalog/kept-text.ts';
import type { Read } from '../read.ts';

/** Creates the read. It is no resource of the interface: only the gateway reads and parses it. */
export function keptTextRead(): Read<KeptTextOf, KeptText> {
  return {
    name: 'kept-text',
    run: async (database, parameters) => {
      const value = await keptText(database, parameters);
      return value === null ? null : { value };
    },
    serialize: (value) => JSON.stringify(value),
  };
}
