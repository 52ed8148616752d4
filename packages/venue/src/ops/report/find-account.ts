/** The account that a report is about: the one that was named, or the only client that traded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountId, type Address, isHouseAddress, pseudonym, type WalletId } from '@bellwether/engine';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { scenarioApiKey } from '../house-commands.ts';
import { SCENARIO_FILE } from '../sandbox-folder.ts';

/** Accounts that an error names. */
const NAMED_MAX = 10;

export interface FoundAccount {
  readonly id: AccountId;
  readonly address: Address;
  readonly name: string;
  /** All its addresses, lower-case: its own, its deposit wallet's and those of its wallets. */
  readonly addresses: ReadonlySet<string>;
}

interface Account extends FoundAccount {
  name: string;
  readonly addresses: Set<string>;
  /** True for house makers, and for accounts of a scenario or tape that no client has a key of. */
  isHouse: boolean;
  orders: number;
  trades: number;
}

/**
 * Reads the whole journal. `user`: address of the account or of one of its wallets; null for the only client that traded,
 * or placed orders. Throws if there is no such account, or more than one.
 */
export async function findAccount(journal: LogRecords, dataDir: string, user: string | null): Promise<FoundAccount> {
  const wanted = user === null ? null : await parsedAddress(user);
  const accounts = await readAccounts(journal, scenarioAccounts(dataDir));
  if (wanted !== null) {
    const found = accounts.find(({ addresses }) => addresses.has(wanted));
    if (found === undefined) throw new Error(`--user ${user}: no account of the journal has this address`);
    return found;
  }
  const clients = accounts.filter(({ isHouse, orders }) => !isHouse && orders > 0);
  const traders = clients.filter(({ trades }) => trades > 0);
  const [found, ...others] = traders.length > 0 ? traders : clients;
  if (found === undefined) throw new Error('no client has placed an order in this journal: --user names an account');
  if (others.length === 0) return found;
  const sorted = [found, ...others].sort((a, b) => b.trades - a.trades || b.orders - a.orders);
  const named = sorted.slice(0, NAMED_MAX).map(({ address, name, trades }) => `${address} (${name}, ${trades} trades)`);
  const more = sorted.length > NAMED_MAX ? `, and ${sorted.length - NAMED_MAX} more` : '';
  throw new Error(`${sorted.length} accounts traded, --user names one of them: ${named.join(', ')}${more}`);
}

async function parsedAddress(user: string): Promise<string> {
  const parse = await createAddressParser();
  const parsed = parse(user);
  if (parsed.kind === 'invalid') throw new Error(`--user ${JSON.stringify(user)} ${parsed.error}`);
  return parsed.address;
}

interface ScenarioName {
  readonly name: string;
  readonly isHouse: boolean;
}

/** Accounts of the scenario or tape that a sandbox's branch plays, by the API key that they were opened with. */
function scenarioAccounts(dataDir: string): ReadonlyMap<string, ScenarioName> {
  const path = join(dataDir, SCENARIO_FILE);
  if (!existsSync(path)) return new Map();
  const { seed, accounts } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly seed: number;
    readonly accounts: readonly { readonly name: string; readonly key?: string }[];
  };
  return new Map(
    accounts.map(({ name, key }) => [scenarioApiKey(seed, name), { name, isHouse: key === undefined }] as const),
  );
}

async function readAccounts(
  journal: LogRecords,
  known: ReadonlyMap<string, ScenarioName>,
): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  const owners = new Map<WalletId, Account>();
  const traded = (wallet: WalletId): void => {
    const owner = owners.get(wallet);
    if (owner !== undefined) owner.trades++;
  };
  for await (const record of journal.read(1)) {
    for (const { events } of entriesOfRecord(record, null)) {
      for (const event of events) {
        if (event.kind === 'OrderAccepted') (accounts[event.account] as Account).orders++;
        else if (event.kind === 'TradeExecuted') {
          traded(event.wallet);
          for (const { wallet } of event.legs) traded(wallet);
        } else if (event.kind === 'AccountOpened') {
          const { account: id, address, depositWallet } = event;
          const addresses = new Set([address, depositWallet]);
          const isHouse = isHouseAddress(address);
          accounts.push({ id, address, name: pseudonym(address), addresses, isHouse, orders: 0, trades: 0 });
        } else if (event.kind === 'WalletBound') {
          const owner = accounts[event.account] as Account;
          owners.set(event.wallet, owner);
          owner.addresses.add(event.address);
        } else if (event.kind === 'ApiKeyIssued') {
          Object.assign(accounts[event.account] as Account, known.get(event.apiKey));
        } else if (event.kind === 'ProfileUpdated' && event.changes.name) {
          (accounts[event.account] as Account).name = event.changes.name;
        }
      }
    }
  }
  return accounts;
}
