/** An incident: something that goes wrong at real venues, played against a bot. */
import type { Stage } from './stage.ts';

export interface Incident {
  readonly name: string;
  /** The incident in one sentence. */
  readonly about: string;
  /** Starts the bot and plays the incident; when it resolves, the bot can find out everything. */
  readonly play: (stage: Stage) => Promise<void>;
}
