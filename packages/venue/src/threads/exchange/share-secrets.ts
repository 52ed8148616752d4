/**
 * All nodes of a venue have the same admin token, master key and verifying contract: a new node gets them from the database.
 */
import { join } from 'node:path';
import {
  checkSecrets,
  installSecrets,
  secretLines,
  writeSecretLine,
} from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { sharedSecrets } from '@bellwether/ledger/adapters/log-postgres/venue-secrets.ts';
import type { ClusterPlace, JournalDatabase } from '@bellwether/ports/journal-place.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';

/**
 * Stores the folder's secrets for the venue if it has none, and copies the venue's secrets if the folder has none. The
 * caller holds the folder's lock. Throws when the folder has different ones.
 */
export async function shareSecrets(
  dataDir: string,
  database: JournalDatabase,
  cluster: ClusterPlace,
  runtime: Runtime,
): Promise<void> {
  checkSecrets(dataDir);
  const before = secretLines(dataDir);
  const options = { ...database, runtime, clusterSecret: cluster.secret, random: runtime.random };
  const shared = await sharedSecrets(options, () => {
    installSecrets(dataDir, runtime.random);
    return JSON.stringify([...secretLines(dataDir)]);
  });
  for (const [file, line] of JSON.parse(shared) as [string, string][]) {
    const own = before.get(file);
    if (own === line) continue;
    // A secret that an older version wrote has no check value yet.
    if (own !== undefined && !line.startsWith(own)) {
      throw new Error(
        `${join(dataDir, file)} is not the one of the venue whose journal is in the database. Move it away, and the venue's is put there`,
      );
    }
    writeSecretLine(dataDir, file, line);
  }
}
