/**
 * Database settings under which an acknowledged commit could be lost, by name. Settings with `mayBeTest` can be intended
 * in a test that says so explicitly; the others are never intended.
 */

export type Setting = { readonly name: string; readonly value: string };

export interface Unsafe {
  readonly problem: string;
  /** True if `BELLWETHER_JOURNAL_UNSAFE_TEST` allows it. */
  readonly mayBeTest: boolean;
}

export const SETTINGS: readonly string[] = [
  'server_version_num',
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
];

const VERSION_MIN = 150_000;
/** Values under which a commit waits until a standby has it on its disk. */
const WAITS: ReadonlySet<string> = new Set(['on', 'remote_apply']);

/** Problems that make the database unsafe for a journal, for people; empty if there are none. */
export function unsafeSettings(settings: ReadonlyMap<string, string>): readonly Unsafe[] {
  const found: Unsafe[] = [];
  const of = (name: string): string => settings.get(name) ?? '';
  const add = (problem: string, mayBeTest: boolean): void => void found.push({ problem, mayBeTest });
  if (!(Number(of('server_version_num')) >= VERSION_MIN)) {
    add(
      `the server is of version ${of('server_version_num')} (server_version_num), it must be 15 (150000) or newer`,
      false,
    );
  }
  const commit = of('synchronous_commit');
  if (!WAITS.has(commit)) {
    add(`synchronous_commit is ${commit}: a commit would be answered before a standby has it. Set it to on`, false);
  }
  if (of('fsync') !== 'on') add('fsync is off: a crash of the machine may lose or damage what was committed', true);
  if (of('full_page_writes') !== 'on') {
    add('full_page_writes is off: a crash of the machine may damage what was committed', true);
  }
  if (of('synchronous_standby_names').trim() === '') {
    add('synchronous_standby_names is empty: with the primary all that was committed may be lost', true);
  }
  return found;
}

/** Columns added to a commit's answer: an operator or failover tool may change these settings while a session lasts. */
export const STILL_WAITS = `
  current_setting('synchronous_standby_names') AS standbys, current_setting('synchronous_commit') AS commits`;

/** Reason, for people, why a commit with this answer may be on one machine only; null if it is safe. */
export function whyUnsafe(row: Readonly<Record<string, unknown>> | undefined, isTest: boolean): string | null {
  const { standbys, commits } = row ?? {};
  if (!WAITS.has(String(commits))) return `synchronous_commit has become ${String(commits)}`;
  if (!isTest && String(standbys).trim() === '') return 'synchronous_standby_names has been emptied';
  return null;
}

/** The database, as configured, cannot hold a journal. */
export class UnsafeDatabase extends Error {
  override readonly name = 'UnsafeDatabase';
}

/** Returns the problems that an operator has allowed for a test. Throws `UnsafeDatabase` for any other. */
export function checkSettings(
  shown: string,
  settings: ReadonlyMap<string, string>,
  isTest: boolean,
): readonly string[] {
  const unsafe = unsafeSettings(settings);
  const refused = unsafe.filter(({ mayBeTest }) => !(mayBeTest && isTest));
  if (refused.length === 0) return unsafe.map(({ problem }) => problem);
  const hint = refused.every(({ mayBeTest }) => mayBeTest)
    ? ' (BELLWETHER_JOURNAL_UNSAFE_TEST=1 goes on all the same, for a test that may lose everything)'
    : '';
  const problems = refused.map(({ problem }) => problem).join('; ');
  throw new UnsafeDatabase(`the journal cannot be on PostgreSQL at ${shown}: ${problems}${hint}`);
}
