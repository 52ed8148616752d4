/**
 * The projector at the far end of a channel: the follower state and the writing connection to the read store live here.
 * It reads the journal read-only to catch up and then writes the records that the exchange publishes. A store that is
 * damaged or cannot be written is repaired while the venue goes on (`kept-store.ts`). It answers no requests, and only
 * reports progress.
 */
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { FollowableLog } from '@bellwether/ports/log.ts';
import type { Texts } from '@bellwether/ports/people.ts';
import type { Channel, Runtime } from '@bellwether/ports/runtime.ts';
import { KeptStore } from './kept-store.ts';
import type { FromProjector, ToProjector } from './projector-messages.ts';
import type { StorePlace } from './store-place.ts';

/** The journal for a follower that is notified of new records. */
export interface ToldLog extends FollowableLog {
  /** Called when the exchange has made this record durable. */
  published(record: JournalRecord): void;
  recovered(): void;
  close(): void;
}

interface ProjectorServiceOptions {
  readonly log: ToldLog;
  readonly place: StorePlace;
  readonly channel: Channel<FromProjector, ToProjector>;
  /** Brings each durable record, in order. */
  readonly records: Channel<never, JournalRecord>;
  readonly runtime: Runtime;
  /** See `ProjectorOptions`. */
  readonly texts?: Texts | null | undefined;
  readonly turnEntries?: number;
  /** Called each time that the rows show the whole journal: at the start, and after a rebuild of the store. */
  readonly onReady?: () => void;
}

export class ProjectorService {
  readonly #channel: Channel<FromProjector, ToProjector>;
  readonly #records: Channel<never, JournalRecord>;
  readonly #log: ToldLog;
  readonly #store: KeptStore;
  #isStopping = false;

  constructor({ log, place, channel, records, runtime, texts, turnEntries, onReady }: ProjectorServiceOptions) {
    this.#channel = channel;
    this.#records = records;
    this.#log = log;
    this.#store = new KeptStore({
      place,
      log,
      runtime,
      texts,
      turnEntries,
      send: (message) => {
        if (message.kind === 'ready') onReady?.();
        channel.send(message);
      },
      onFailure: (error) => this.#fail(error),
    });
  }

  start(): void {
    this.#channel.receive((message) => this.#take(message));
    // Received from the start on, so that records wait in the log's bounded tail and not in the channel.
    this.#records.receive((record) => {
      this.#log.published(record);
      this.#store.published(record.lastSequence);
    });
    void this.#store.open();
  }

  /** Called after a manual clock has moved: resolves when published entries are written, and figures follow the time. */
  clockMoved(): Promise<void> {
    return this.#store.clockMoved();
  }

  #take(message: ToProjector): void {
    switch (message.kind) {
      case 'stop':
        return void this.#stop().catch((error: unknown) => this.#fail(error));
      case 'recovered':
        return this.#log.recovered();
      case 'rebuild':
        return this.#store.rebuild(message.message);
      case 'hurry':
        return this.#store.hurry(message.sequence);
      case 'released':
        return this.#store.released();
    }
  }

  async #stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    // All records published before the stop have been handed over already, if not yet taken.
    this.#records.drain();
    this.#records.receive(() => undefined);
    await this.#store.stop();
    this.#log.close();
    this.#channel.send({ kind: 'stopped' });
    this.#close();
  }

  #fail(error: unknown): void {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    this.#channel.send({ kind: 'failed', name, message });
    this.#close();
  }

  #close(): void {
    this.#records.close();
    this.#channel.close();
  }
}
