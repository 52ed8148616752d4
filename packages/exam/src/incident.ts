/** An incident: something that goes wrong at real venues, played against a bot. */
import type { Stage } from './stage.ts';

export type { Stage } from './stage.ts';

/** The default export of a module for `bellwether exam --incidents` is one of these, or a list. */
export interface Incident {
  /** 1 to 60 small letters, digits and hyphens, of which no other incident has the same. */
  readonly name: string;
  /** The incident in one sentence of at most 1,000 characters. */
  readonly about: string;
  /**
   * Starts the bot and plays the incident; when it resolves, the bot can find out everything. Whatever it throws, the incident
   * counts as not played, with the error's message as the reason.
   */
  readonly play: (stage: Stage) => Promise<void>;
}
