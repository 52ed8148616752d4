/** What keeps the journal at a place that an operator names: a data folder, or a database `postgres://…`. */
import { resolve } from 'node:path';
import type { Runtime } from '../../ports/runtime.ts';
import type { CopySource, CopyTarget } from './ends.ts';
import { openFolderSource, openFolderTarget } from './folder-ends.ts';

export interface CopySettings {
  readonly runtime: Runtime;
  /** A database may be set up so that it could lose a commit: for tests. */
  readonly isTest: boolean;
}

/** Throws `DataFolderInUse`, `JournalInUse`, `JournalCorruption`, or that there is no journal. */
export async function openSource(place: string, settings: CopySettings): Promise<CopySource> {
  if (!isDatabase(place)) return openFolderSource(resolve(place));
  const { openPostgresSource } = await import('./postgres-ends.ts');
  return openPostgresSource({ url: place, ...settings });
}

/** A folder may be there or not. Throws `DataFolderInUse`, `JournalInUse`, `JournalMissing` or `JournalCorruption`. */
export async function openTarget(place: string, settings: CopySettings): Promise<CopyTarget> {
  if (!isDatabase(place)) return openFolderTarget(resolve(place), settings.runtime.random);
  const { openPostgresTarget } = await import('./postgres-ends.ts');
  return openPostgresTarget({ url: place, ...settings });
}

/** Whether both mean the same journal. */
export function isSamePlace(one: string, other: string): boolean {
  const places = [one, other].map((place) => (isDatabase(place) ? place : resolve(place)));
  return places[0] === places[1];
}

const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);
