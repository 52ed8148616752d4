/** The data folder as its writers see it: only one process at a time may write. */

export const JOURNAL_FILE = 'journal.sqlite';
export const STORE_FILE = 'store.sqlite';
/** First answers to requests with an idempotency key. */
export const ANSWERS_FILE = 'answers.sqlite';
/** The store of people, if joining needs one. */
export const PEOPLE_FILE = 'people.sqlite';
/** How many changes the store of people has seen: fewer than that has one that a backup brought back. */
export const PEOPLE_COUNT_FILE = 'people-changes';
/** Hooks and what is still to be sent to them, if there ever was a hook. */
export const NEWS_FILE = 'news.sqlite';
/** Bytes set aside for a full disk. */
export const RESERVE_FILE = 'reserve';
export const SNAPSHOTS_FOLDER = 'snapshots';
/** Prefix of the folders into which `restore` moves the files that it replaces. */
export const REPLACED_PREFIX = 'replaced-';
/** Folder in which `restore` prepares a journal; removed when done. */
export const STAGING_FOLDER = 'restore.new';
/** Folder in which `journal copy` prepares a journal that is new to the data folder; removed when done. */
export const COPY_FOLDER = 'copy.new';
/** Folder for the files that a joining node fetches from another node, until they are checked; removed when done. */
export const JOIN_FOLDER = 'join.new';
/** Suffixes of the files that SQLite keeps beside a database while it is in use. */
export const SQLITE_SUFFIXES: readonly string[] = ['-wal', '-shm', '-journal'];

/** Another process is using this data folder; the message names that process when it is known. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/** The folder belonged to a venue and its journal is missing: a start would begin a new one in its place. */
export class JournalMissing extends Error {
  override readonly name = 'JournalMissing';
}

/** Proof that only this process writes the folder. It ends with `release` or with the process, however that ends. */
export interface DataFolderLock {
  readonly dataDir: string;
  release(): void;
}
