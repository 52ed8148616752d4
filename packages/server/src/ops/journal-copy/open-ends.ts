/** Opens the journal at a place named by an operator: a data folder, or a database `postgres://…`. */
import { resolve } from 'node:path';
import type { Runtime } from '../../ports/runtime.ts';
import type { CopySource, CopyTarget } from './ends.ts';
import { openFolderSource, openFolderTarget } from './folder-ends.ts';

export interface CopySettings {
  readonly runtime: Runtime;
  /** True if database settings that could lose a commit are accepted: for tests. */
  readonly isTest: boolean;
}

/**
 * Opens the source. Throws `DataFolderInUse`, `JournalInUse`, `JournalCorruption`, or an error if there is no journal.
 */
export async function openSource(place: string, settings: CopySettings): Promise<CopySource> {
  if (!isDatabase(place)) return openFolderSource(resolve(place));
  const { openPostgresSource } = await import('./postgres-ends.ts');
  return openPostgresSource({ url: place, ...settings });
}

/**
 * Opens the target; a folder may be missing. Throws `DataFolderInUse`, `JournalInUse`, `JournalMissing` or
 * `JournalCorruption`.
 */
export async function openTarget(place: string, settings: CopySettings): Promise<CopyTarget> {
  if (!isDatabase(place)) return openFolderTarget(resolve(place), settings.runtime.random);
  const { openPostgresTarget } = await import('./postgres-ends.ts');
  return openPostgresTarget({ url: place, ...settings });
}

/** True if both name the same journal. */
export function isSamePlace(one: string, other: string): boolean {
  const places = [one, other].map((place) => (isDatabase(place) ? place : resolve(place)));
  return places[0] === places[1];
}

const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);
