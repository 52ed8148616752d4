/** Place of the store of people: where the journal is. */
import { join } from 'node:path';
import { PEOPLE_FILE } from '@bellwether/ports/data-folder.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';

export const peoplePlace = (dataDir: string, journal: { readonly url: string } | null): StorePlace =>
  journal === null ? { file: join(dataDir, PEOPLE_FILE) } : { database: journal.url };
