/**
 * Decides when the projector starts: after the exchange has recovered, or beside it if there is no read store yet,
 * since building one takes longer than all the rest of a start.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { type ProjectorHandle, type StartProjectorOptions, startProjector } from './projector-thread.ts';

export class ProjectorStart {
  readonly #options: Omit<StartProjectorOptions, 'recovered'>;
  readonly #recovered = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  #starting: Promise<ProjectorHandle> | null = null;

  constructor(options: Omit<StartProjectorOptions, 'recovered'>) {
    this.#options = options;
    this.#recovered.promise.catch(() => undefined);
  }

  /**
   * Runs `recover`, which calls `onLocked` when the data folder is locked, and has started the projector by its end.
   * Rejects as `recover` does; then nothing that was built remains.
   */
  async beside<T>(recover: (onLocked: () => void) => Promise<T>): Promise<T> {
    try {
      const recovered = await recover(() => {
        if (!existsSync(this.#options.storeFile) && this.#hasJournal()) {
          this.#start({ ...this.#options, recovered: this.#recovered.promise });
        }
      });
      this.#recovered.resolve();
      if (this.#starting === null) this.#start(this.#options);
      return recovered;
    } catch (error) {
      this.#recovered.reject(error);
      await this.#starting?.catch(() => undefined);
      throw error;
    }
  }

  /** Rejects as `startProjector` does. */
  async ready(): Promise<ProjectorHandle> {
    if (this.#starting === null) throw new Error('the projector starts when the exchange has recovered');
    return this.#starting;
  }

  /** Ends the projector, ready or not. */
  async stop(): Promise<void> {
    this.#stopped.resolve();
    const projector = await this.#starting?.catch(() => null);
    await projector?.stop();
  }

  #hasJournal(): boolean {
    return existsSync(join(this.#options.dataDir, JOURNAL_FILE));
  }

  #start(options: StartProjectorOptions): void {
    this.#starting = startProjector({ ...options, stopped: this.#stopped.promise });
    // `ready` rejects with the same error.
    this.#starting.catch(() => undefined);
  }
}
