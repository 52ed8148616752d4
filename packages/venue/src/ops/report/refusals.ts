/** Refused requests, which a sandbox notes beside the journal of a branch: a line of JSON each. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JournalReport, LISTED_MAX, type ReportRefusal } from './document.ts';

export const REFUSALS_FILE = 'refusals.jsonl';
/** Size at which no more are noted. */
export const REFUSALS_BYTES_MAX = 8 * 1024 * 1024;

/** Refusals of an account, by its addresses; null if the folder notes none. */
export function readRefusals(dataDir: string, addresses: readonly string[]): JournalReport['refusals'] {
  const path = join(dataDir, REFUSALS_FILE);
  if (!existsSync(path)) return null;
  // A line that is being written has no end yet.
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const own = lines
    .map((line) => JSON.parse(line) as ReportRefusal)
    .filter(({ account }) => addresses.includes(account));
  const byCode: Record<string, number> = {};
  for (const { code } of own) byCode[code] = (byCode[code] ?? 0) + 1;
  return { count: own.length, by_code: byCode, listed: own.slice(0, LISTED_MAX) };
}
