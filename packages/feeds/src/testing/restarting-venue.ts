/** A whole venue on a folder that outlives it, for tests that stop and start it again. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedChannel } from '@bellwether/contract';
import { startVenue, type Venue } from '@bellwether/venue/compose.ts';
import { readConfig } from '@bellwether/venue/config.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { FeedClient, type Message } from './feed-client.ts';

export class RestartingVenue {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'feeds-'));
  #venue: Venue | null = null;

  async start(): Promise<Venue> {
    this.#venue = await startVenue({
      runtime: MACHINE,
      config: readConfig({ BELLWETHER_DATA_DIR: this.#dataDir, BELLWETHER_PORT: '0' }, false),
      onFailure: (message) => {
        throw new Error(message);
      },
    });
    return this.#venue;
  }

  get current(): Venue {
    if (this.#venue === null) throw new Error('the venue has not been started');
    return this.#venue;
  }

  follow(channel: FeedChannel, message: object): Promise<FeedClient<Message>> {
    return FeedClient.follow(this.current.url, channel, message);
  }

  async remove(): Promise<void> {
    await this.#venue?.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
