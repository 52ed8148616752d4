/** The objects of a read store, compared with those that the projections create. */
import { schemaDifference, schemaOf } from '@bellwether/ledger/files/sqlite-schema.ts';
import { openStore } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';

/** First difference, as the end of a sentence; null if none. For a store with all projections and indexes of this version. */
export function foreignInStore(store: Parameters<typeof schemaOf>[0]): string | null {
  const again = openStore(':memory:');
  try {
    createProjectionRunner(again, ALL_PROJECTIONS);
    return schemaDifference(schemaOf(store), schemaOf(again));
  } finally {
    again.close();
  }
}
