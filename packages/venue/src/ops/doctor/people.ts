/** Check of the store of people, against the accounts that the read store has. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepsPeople } from '@bellwether/contract/joins';
import { type Address, isReservedAddress } from '@bellwether/engine';
import { inspectPeople } from '@bellwether/people/inspect';
import { PEOPLE_FILE, STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { askFile } from '@bellwether/stores/ask-file.ts';
import type { Config } from '../../config.ts';
import { type Finding, fails, ok, warns } from './finding.ts';

export async function checkPeople({ dataDir, join: joins, journal }: Config): Promise<Finding> {
  if (!keepsPeople(joins)) return ok('no store: people need none to join');
  const file = join(dataDir, PEOPLE_FILE);
  const isThere = journal !== null || existsSync(file);
  const place = journal === null ? { file } : { database: journal.url };
  const shown = journal === null ? PEOPLE_FILE : 'schema people';
  let found: Awaited<ReturnType<typeof inspectPeople>>;
  try {
    found = isThere ? await inspectPeople(place) : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fails(`${shown}: ${reason}. Restore it from a backup; money and rights are in the journal`);
  }
  const known = accountsOf(join(dataDir, STORE_FILE));
  const own = new Set(found ?? []);
  const unknown = (found ?? []).filter((account) => account !== null && known !== null && !known.all.has(account));
  if (unknown.length > 0)
    return warns(
      `${shown}: the log lacks the accounts of ${unknown.length} people. Start the venue and ask again; if they are still missing, the journal is older: restore one of the same backup, or of later`,
    );
  const lost = (known?.ofPeople ?? []).filter((account) => !own.has(account));
  if (lost.length > 0)
    return warns(
      `${shown}: nobody has ${lost.length} accounts of people, so that it is older than the journal: let those people join again, and give them their account in Operate › People, such as ${lost[0]}`,
    );
  return ok(found === null ? 'none yet: a start makes the store' : `${shown}, ${found.length} people`);
}

/** Accounts of the read store; `ofPeople`: those that opened for people, and are not suspended. Null: nothing to read. */
function accountsOf(path: string): { readonly all: ReadonlySet<string>; readonly ofPeople: readonly string[] } | null {
  if (!existsSync(path)) return null;
  try {
    const [rows = [], ended = []] = askFile(path, [
      'SELECT address, deposit_wallet FROM accounts',
      "SELECT subject FROM act_facts WHERE field = 'suspended' AND value = 'true'",
    ]);
    const suspended = new Set(ended.map(({ subject }) => subject));
    const ofPeople = rows.filter(
      // Erasing somebody suspends their account.
      ({ address, deposit_wallet: wallet }) =>
        address === wallet && !isReservedAddress(address as Address) && !suspended.has(address),
    );
    return {
      all: new Set(rows.map(({ address }) => String(address))),
      ofPeople: ofPeople.map(({ address }) => String(address)),
    };
  } catch {
    // A start rebuilds a read store that cannot be read.
    return null;
  }
}
