/**
 * When the projector starts: after the exchange has recovered, or beside it where there is no read store yet, since to
 * build one takes longer than all the rest of a start.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../../ports/data-folder.ts';
import { type ProjectorHandle, type StartProjectorOptions, startProjector } from './projector-thread.ts';

export class ProjectorStart {
  readonly #options: Omit<StartProjectorOptions, 'recovered'>;
  readonly #recovered = Promise.withResolvers<void>();
  #starting: Promise<ProjectorHandle> | null = null;

  constructor(options: Omit<StartProjectorOptions, 'recovered'>) {
    this.#options = options;
    this.#recovered.promise.catch(() => undefined);
  }

  /**
   * Does `recover`, which says when the data folder is locked, and starts the projector by the end of it. Rejects as
   * `recover` does; nothing that was built stays then.
   */
  async beside<T>(recover: (onLocked: () => void) => Promise<T>): Promise<T> {
    try {
      const recovered = await recover(() => {
        if (this.#isToBuild()) this.#start({ ...this.#options, recovered: this.#recovered.promise });
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

  #isToBuild(): boolean {
    const { dataDir, storeFile } = this.#options;
    return existsSync(join(dataDir, JOURNAL_FILE)) && !existsSync(storeFile);
  }

  #start(options: StartProjectorOptions): void {
    this.#starting = startProjector(options);
    // `ready` rejects with it.
    this.#starting.catch(() => undefined);
  }
}
