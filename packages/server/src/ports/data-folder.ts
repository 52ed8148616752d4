/** The data folder as whoever writes into it sees it: one process at a time may. */

/** The read store's file in the data folder. */
export const STORE_FILE = 'store.sqlite';

/** Another process has this data folder; the message names it when that is known. */
export class DataFolderInUse extends Error {
  readonly code = 'data_folder_in_use';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataFolderInUse';
  }
}

/** Proof that this process alone writes the folder. It ends with `release` or with the process, however that ends. */
export interface DataFolderLock {
  readonly dataDir: string;
  release(): void;
}
