/** Copies the file of a store, also while a venue writes it. */
import { chmodSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

const OWNER_ONLY = 0o600;
/** Pages copied at once: all, because a copy that goes on after a write starts over. */
const ALL_PAGES = 0x7fff_ffff;

export async function copyStoreFile(from: string, to: string): Promise<void> {
  const file = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(file, to, { rate: ALL_PAGES });
    chmodSync(to, OWNER_ONLY);
  } finally {
    file.close();
  }
}
