/** Texts for the gateway alone: those that the exchange does not keep, and names of events for the live feed. */

import type { Read } from '../../read.ts';
import { type EventTextRow, eventTexts, type KeptText, type KeptTextOf, keptText } from '../query/texts.ts';

/** Texts of a market, event or profile under the names used by commands. */
export const keptTextRead: Read<KeptTextOf, KeptText> = {
  name: 'kept-text',
  run: async (database, parameters) => {
    const value = await keptText(database, parameters);
    return value === null ? null : { value };
  },
  serialize: (value) => JSON.stringify(value),
};

/** Names of the events with these public ids. */
export const eventTextsRead: Read<{ readonly ids: readonly number[] }, readonly EventTextRow[]> = {
  name: 'event-texts',
  run: async (database, { ids }) => ({ value: await eventTexts(database, ids) }),
  serialize: (value) => JSON.stringify(value),
};
