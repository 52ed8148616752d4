/** The read `event-texts`: names of events for the live feed. */
import { type EventTextRow, eventTexts } from '../../queries/catalog/event-texts.ts';
import type { Read } from '../read.ts';

/** Parameters of the read `event-texts`. */
export interface EventTextsParameters {
  /** Public ids. */
  readonly ids: readonly number[];
}

/** Creates the read. It is no resource of the interface: only the gateway reads and parses it. */
export function eventTextsRead(): Read<EventTextsParameters, readonly EventTextRow[]> {
  return {
    name: 'event-texts',
    run: async (database, { ids }) => ({ value: await eventTexts(database, ids) }),
    serialize: (value) => JSON.stringify(value),
  };
}
