/** The account that a report is about: the one that was named, or the only client that traded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '@bellwether/contract';
import { type AccountId, isHouseAddress, pseudonym, type WalletId } from '@bellwether/engine';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { scenarioApiKey } from '../house-commands.ts';
import { SCENARIO_FILE } from '../sandbox-folder.ts';

/** Accounts that an error names. */
const NAMED_MAX = 10;

interface FoundAccount {
  readonly id: AccountId;
  /** Addresses of the account (first), its deposit wallet and its wallets. */
  readonly addresses: string[];
  readonly name: string;
  /** True for house makers, and for accounts of a scenario or tape that no client has a key of. */
  readonly isHouse: boolean;
  orders: number;
  trades: number;
}

/**
 * Reads the whole journal. `user`: an address of the account; null for the only client that traded, or that placed
 * orders if none traded. Throws if there is no such account, or more than one.
 */
export async function findAccount(journal: LogRecords, dataDir: string, user: string | null): Promise<FoundAccount> {
  const wanted = user === null ? null : (await createAddressParser())(user);
  if (wanted?.kind === 'invalid') throw new Error(`--user ${JSON.stringify(user)} ${wanted.error}`);
  const accounts = await readAccounts(journal, scenarioAccounts(dataDir));
  const clients = accounts.filter(({ isHouse, orders }) => !isHouse && orders > 0);
  const traders = clients.filter(({ trades }) => trades > 0);
  const candidates = traders.length > 0 ? traders : clients;
  const found = wanted === null ? candidates : accounts.filter(({ addresses }) => addresses.includes(wanted.address));
  const [first] = found;
  if (first === undefined && wanted !== null)
    throw new Error(`--user ${user}: no account of the journal has this address`);
  if (first === undefined)
    throw new Error(`no client has placed an order in the journal of ${dataDir}: --user names an account`);
  if (found.length === 1) return first;
  const sorted = found.sort((a, b) => b.trades - a.trades || b.orders - a.orders).slice(0, NAMED_MAX);
  const named = sorted.map(({ addresses, name, trades }) => `${addresses[0]} (${name}, ${trades} trades)`).join(', ');
  throw new Error(
    `${found.length} accounts traded, --user names one${found.length > NAMED_MAX ? ', such as' : ':'} ${named}`,
  );
}

/** Accounts of the scenario or tape that a sandbox's branch plays, by the API key that they were opened with. */
function scenarioAccounts(dataDir: string): ReadonlyMap<string, Pick<FoundAccount, 'name' | 'isHouse'>> {
  const path = join(dataDir, SCENARIO_FILE);
  if (!existsSync(path)) return new Map();
  const { seed, accounts } = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
  return new Map(accounts.map(({ name, key }) => [scenarioApiKey(seed, name), { name, isHouse: key === undefined }]));
}

async function readAccounts(journal: LogRecords, known: ReturnType<typeof scenarioAccounts>): Promise<FoundAccount[]> {
  const accounts: FoundAccount[] = [];
  const owners = new Map<WalletId, FoundAccount>();
  for await (const record of journal.read(1)) {
    for (const event of entriesOfRecord(record, null).flatMap(({ events }) => events)) {
      if (event.kind === 'AccountOpened') {
        const { account: id, address, depositWallet } = event;
        const who = { id, addresses: [address, depositWallet], name: pseudonym(address) };
        accounts.push({ ...who, isHouse: isHouseAddress(address), orders: 0, trades: 0 });
      } else if (event.kind === 'TradeExecuted')
        for (const { wallet } of [event, ...event.legs]) (owners.get(wallet) as FoundAccount).trades++;
      else if ('account' in event && event.account !== null) {
        const account = accounts[event.account] as FoundAccount;
        if (event.kind === 'OrderAccepted') account.orders++;
        if (event.kind === 'ApiKeyIssued') Object.assign(account, known.get(event.apiKey));
        if (event.kind === 'ProfileUpdated' && event.changes.name) Object.assign(account, { name: event.changes.name });
        if (event.kind !== 'WalletBound') continue;
        owners.set(event.wallet, account);
        account.addresses.push(event.address);
      }
    }
  }
  return accounts;
}
