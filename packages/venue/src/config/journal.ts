/** Place of the journal: `BELLWETHER_JOURNAL`, and a further setting for tests. */
import type { ClusterPlace, JournalDatabase } from '@bellwether/ports/journal-place.ts';
import { ConfigError } from './config-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the journal's database. Throws `ConfigError`, which repeats no part of the URL. */
export function readJournal(environment: Environment): JournalDatabase | null {
  const url = environment['BELLWETHER_JOURNAL'] ?? '';
  const isTest = isJournalTest(environment);
  if (url === '') {
    if (isTest)
      throw new ConfigError('BELLWETHER_JOURNAL_UNSAFE_TEST says something of BELLWETHER_JOURNAL, which is not set');
    return null;
  }
  if (!/^postgres(ql)?:\/\/./.test(url)) {
    throw new ConfigError('BELLWETHER_JOURNAL must be postgres://user:password@host:port/database');
  }
  return { url, isTest };
}

/**
 * Reads `BELLWETHER_CLUSTER_ADDRESS` and `BELLWETHER_CLUSTER_SECRET`; null for a venue with a single node. Throws
 * `ConfigError`, which does not repeat the secret.
 */
export function readCluster(environment: Environment): ClusterPlace | null {
  const address = environment['BELLWETHER_CLUSTER_ADDRESS']?.trim() ?? '';
  const secret = environment['BELLWETHER_CLUSTER_SECRET']?.trim() ?? '';
  if (address === '' && secret === '') return null;
  if (address === '') throw new ConfigError('BELLWETHER_CLUSTER_SECRET needs BELLWETHER_CLUSTER_ADDRESS');
  if (!/^(?:\[[0-9a-fA-F:.]+\]|[^\s:[\]/@]+):[0-9]{1,5}$/.test(address) || !isPort(address)) {
    throw new ConfigError('BELLWETHER_CLUSTER_ADDRESS must be host:port at which the other nodes reach this one');
  }
  if (!/^[\x21-\x7e]{32,256}$/.test(secret)) {
    throw new ConfigError(
      'BELLWETHER_CLUSTER_SECRET must be 32 to 256 visible ASCII characters, the same for all nodes',
    );
  }
  if ((environment['BELLWETHER_JOURNAL'] ?? '') === '') {
    throw new ConfigError('BELLWETHER_CLUSTER_ADDRESS needs BELLWETHER_JOURNAL, which all nodes share');
  }
  return { address, secret };
}

function isPort(address: string): boolean {
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  return port >= 1 && port <= 65_535;
}

/**
 * Reads `BELLWETHER_JOURNAL_UNSAFE_TEST`, which `journal copy` also accepts without `BELLWETHER_JOURNAL`. Throws
 * `ConfigError`.
 */
export function isJournalTest(environment: Environment): boolean {
  const test = environment['BELLWETHER_JOURNAL_UNSAFE_TEST'] ?? '';
  if (test !== '' && test !== '1') throw new ConfigError('BELLWETHER_JOURNAL_UNSAFE_TEST must be 1 or not set');
  return test === '1';
}

/** Warning for a journal that may lose entries; null for any other. */
export function journalWarning(journal: JournalDatabase | null): string | null {
  if (journal?.isTest !== true) return null;
  return 'BELLWETHER_JOURNAL_UNSAFE_TEST is set: the database may lose what is acknowledged. For tests alone.';
}
