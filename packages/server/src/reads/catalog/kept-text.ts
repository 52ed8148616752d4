/** The read `kept-text`: texts of a market, event or profile as commands name them. */
import { type KeptText, type KeptTextOf, keptText } from '../../queries/catalog/kept-text.ts';
import type { Read } from '../read.ts';

/** Not a resource of the interface: the gateway reads it for itself, and parses it. */
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
