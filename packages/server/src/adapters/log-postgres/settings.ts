/**
 * Settings of the database under which a commit that was answered could be lost, by name. The first ones may be so for a
 * test that says it loudly; no one could mean the others.
 */

export interface Setting {
  readonly name: string;
  readonly value: string;
}

export interface Unsafe {
  readonly problem: string;
  /** `BELLWETHER_JOURNAL_UNSAFE_TEST` makes it go. */
  readonly mayBeTest: boolean;
}

/** What is asked of the server. */
export const SETTINGS: readonly string[] = [
  'server_version_num',
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
];

const VERSION_MIN = 150_000;
/** A commit then waits until a standby has it on its disk. */
const WAITS: ReadonlySet<string> = new Set(['on', 'remote_apply']);

/** What makes the database unsafe for a journal, in words; empty when nothing does. */
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

/** Columns of a commit's answer: an operator, or what fails over, may change them while a session lasts. */
export const STILL_WAITS = `
  current_setting('synchronous_standby_names') AS standbys, current_setting('synchronous_commit') AS commits`;

/** Why a commit that was answered so may be on one machine alone, in words; null when it is not. */
export function whyUnsafe(row: Readonly<Record<string, unknown>> | undefined, isTest: boolean): string | null {
  const { standbys, commits } = row ?? {};
  if (!WAITS.has(String(commits))) return `synchronous_commit has become ${String(commits)}`;
  if (!isTest && String(standbys).trim() === '') return 'synchronous_standby_names has been emptied';
  return null;
}

/** The database cannot hold a journal as it is set up. */
export class UnsafeDatabase extends Error {
  readonly code = 'unsafe_database';

  constructor(message: string) {
    super(message);
    this.name = 'UnsafeDatabase';
  }
}

/** Throws `UnsafeDatabase`. Answers what an operator has allowed for a test. */
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
