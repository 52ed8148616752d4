/** Recovery of a journal from before addresses belonged to their signers: owners get their addresses back. */

import {
  type AccountId,
  type Address,
  accountId,
  applyEntry,
  type Command,
  createState,
  decide,
  type Event,
  type MarketId,
  micros,
  type State,
  walletId,
} from '@bellwether/engine';
import { marketDefinition } from '@bellwether/engine/testing';
import { placeOrder } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { depositWalletOf } from '@bellwether/gateway/http/relay/wallets.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { textRecord } from '@bellwether/ports/testing/journal-suite.ts';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { startVenue, type Venue } from '@bellwether/venue/compose.ts';
import { readConfig } from '@bellwether/venue/config.ts';
import { verified } from '@bellwether/venue/ops/testing/verified.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const START = micros(10_000_000_000);
const MARKET = marketDefinition(0, {});
const KEYS = { thief: '1', locked: '2', newcomer: '3', stranger: '4' } as const;
const signerOf = (who: keyof typeof KEYS) => createSigner(`0x${KEYS[who].repeat(64)}`);
const addressOf = (who: keyof typeof KEYS): Address => signerOf(who).address.toLowerCase() as Address;

let dataDir: string;
let venue: Venue | null;

beforeEach(() => {
  dataDir = newFolder();
  venue = null;
});

afterEach(() => venue?.stop());

const bound = (wallet: number, account: number, address: Address, credit = START): Event =>
  ({ kind: 'WalletBound', wallet: walletId(wallet), account: accountId(account), address, credit }) as const;
const addresses = (address: Address) => ({ address, depositWallet: depositWalletOf(address) });
const opened = (account: number, address: Address): Event =>
  ({ kind: 'AccountOpened', account: accountId(account), ...addresses(address) }) as const;
const openAccount = (address: Address): Command =>
  ({ kind: 'OpenAccount', ...addresses(address), startingBalance: START }) as const;
const bindWallet = (wallet: Address): Command =>
  ({ kind: 'BindWallet', account: accountId(0), wallet, startingBalance: START }) as const;

/** Writes a journal of the old rules: the thief holds others' two addresses and a deposit wallet, with money. */
async function writeOlderJournal(): Promise<State> {
  const [thief, locked] = [addressOf('thief'), addressOf('locked')];
  const history: readonly (readonly [Command, readonly Event[] | null])[] = [
    [openAccount(thief), [opened(0, thief), bound(0, 0, thief), bound(1, 0, depositWalletOf(thief))]],
    [{ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [MARKET] }, null],
    [bindWallet(locked), [bound(2, 0, locked)]],
    [bindWallet(depositWalletOf(addressOf('newcomer'))), [bound(3, 0, depositWalletOf(addressOf('newcomer')))]],
    [bindWallet(addressOf('stranger')), [bound(4, 0, addressOf('stranger'))]],
    // The owner of the first address signed up and could not use that address.
    [openAccount(locked), [opened(1, locked), bound(5, 1, depositWalletOf(locked))]],
    ...[2, 3, 4].map((wallet) => {
      const order = placeOrder({ salt: wallet, account: 0, price: 4000, shares: 10 });
      return [{ ...order, market: 0 as MarketId, wallet: walletId(wallet) }, null] as const;
    }),
  ];
  const lock = lockDataFolder(dataDir);
  const journal = openJournal(lock, MACHINE.random);
  const state = createState();
  const entries = history.map(([command, events], index) => {
    const stamp = { sequence: index + 1, timeMs: 1_700_000_000_000 };
    const decision = events === null ? decide(state, command, stamp) : null;
    const caused = decision?.kind === 'accepted' ? decision.events : (events ?? []);
    expect(caused.length, command.kind).toBeGreaterThan(0);
    const entry = { ...stamp, command, events: caused };
    applyEntry(state, entry);
    return entry;
  });
  await journal.append(textRecord({ sequence: 0, hash: GENESIS_HASH }, entries));
  await journal.close();
  lock.release();
  return state;
}

async function start(demo: 'on' | 'off'): Promise<State> {
  venue = await startVenue({
    runtime: MACHINE,
    config: readConfig({ BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0', BELLWETHER_DEMO: demo }, false),
    onFailure: (message) => expect.unreachable(message),
  });
  return venue.exchange.state as State;
}

const clientOf = (who: keyof typeof KEYS, wallet?: string): Client =>
  createClient({
    baseUrl: venue?.url ?? '',
    account: { signer: signerOf(who), ...(wallet !== undefined && { wallet, signatureType: 2 as const }) },
  });

const holderOf = (state: State, address: Address) => state.wallets[state.walletsByAddress.get(address) ?? -1];
const moneyOf = (state: State, account: AccountId): number =>
  state.wallets.reduce((sum, { account: of, free, held }) => sum + (of === account ? free + held : 0), 0);

test('older journal: the locked-out owner has its address back at the start, a newcomer at its first sign-in [E23]', async () => {
  const before = await writeOlderJournal();
  const thief = accountId(0);
  const money = moneyOf(before, thief);
  expect(money).toBe(5 * START);
  const state = await start('on');
  // Before any sign-in: the account that was opened without its own wallet.
  expect(holderOf(state, addressOf('locked'))).toMatchObject({ account: 1, borrowed: false, free: START, held: 0 });
  // An address whose owner has not signed up stays on loan and can trade.
  expect(holderOf(state, addressOf('stranger'))).toMatchObject({ account: thief, borrowed: true });
  // A new loan adds no money: the account pays for the order.
  const lent = `0x${'7e'.repeat(20)}`;
  await clientOf('thief', lent).orders.place({ tokenId: MARKET.tokenIds[0], side: 'BUY', price: '0.1', size: '10' });
  const ofThief = (await clientOf('thief').account.get()).wallets.find(({ address }) => address === lent);
  expect(ofThief).toMatchObject({ free: '0', held: '1' });
  const newcomer = await clientOf('newcomer').account.get();
  expect(newcomer.wallets.map(({ free, held }) => [free, held])).toEqual(Array(2).fill(['10000', '0']));
  expect((await clientOf('stranger').account.get()).wallets.map(({ address }) => address)).toEqual([
    addressOf('stranger'),
    depositWalletOf(addressOf('stranger')),
  ]);
  // Money and orders that the thief received back then stay with it, to the micro-unit.
  expect(moneyOf(state, thief)).toBe(money);
  expect(state.openOrders.size).toBe(4);
  const order = { tokenId: MARKET.tokenIds[0], side: 'BUY', price: '0.1', size: '10' } as const;
  const placed = clientOf('thief', addressOf('locked')).orders.place(order);
  await expect(placed).rejects.toThrow(/maker address not allowed/);
  await venue?.stop();
  venue = null;
  await verified(dataDir);
  // A second start finds nothing to repair.
  const entries = state.sequence;
  expect((await start('on')).sequence).toBe(entries);
});

test('older journal: a start without the demo takes back what was lent [E23]', async () => {
  await writeOlderJournal();
  const state = await start('off');
  expect(state.wallets.filter(({ borrowed }) => borrowed)).toEqual([]);
  expect(holderOf(state, addressOf('stranger'))).toBeUndefined();
  expect(moneyOf(state, accountId(0))).toBe(5 * START);
  const place = { tokenId: MARKET.tokenIds[0], side: 'BUY', price: '0.1', size: '10' } as const;
  await expect(clientOf('thief', addressOf('stranger')).orders.place(place)).rejects.toThrow(/maker address/);
  expect((await clientOf('stranger').account.get()).wallets.map(({ address, free }) => [address, free])).toEqual([
    [addressOf('stranger'), '0'],
    [depositWalletOf(addressOf('stranger')), '0'],
  ]);
});
