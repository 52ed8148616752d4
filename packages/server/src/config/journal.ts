/** Where the journal is: `BELLWETHER_JOURNAL`, and what a test may say beside it. */
import { ConfigError } from './config-error.ts';

export interface JournalDatabase {
  /** `postgres://…`, password included: never shown. */
  readonly url: string;
  /** Settings of the database under which acknowledged entries may be lost are taken, where a test could mean them. */
  readonly isTest: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `ConfigError`, which repeats nothing of the address. */
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

/** `BELLWETHER_JOURNAL_UNSAFE_TEST`, which a copy of a journal takes without `BELLWETHER_JOURNAL`. Throws `ConfigError`. */
export function isJournalTest(environment: Environment): boolean {
  const test = environment['BELLWETHER_JOURNAL_UNSAFE_TEST'] ?? '';
  if (test !== '' && test !== '1') throw new ConfigError('BELLWETHER_JOURNAL_UNSAFE_TEST must be 1 or not set');
  return test === '1';
}

/** What everyone has to know of a journal that may lose entries; null for any other. */
export function journalWarning(journal: JournalDatabase | null): string | null {
  if (journal?.isTest !== true) return null;
  return 'BELLWETHER_JOURNAL_UNSAFE_TEST is set: the database may lose what is acknowledged. For tests alone.';
}
