/**
 * Decides keys of accounts: their registry, and what they may do. Works in every mode: a key must be revocable whatever the
 * venue is doing.
 */
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { type AccountKey, hasScope, TRADING_SCOPES } from '../keys/account-keys.ts';
import type { AddKey, RevokeKey } from '../keys/commands.ts';
import { type Account, isReservedAddress, type Wallet } from '../ledger/wallet.ts';
import { KEY_LABEL_LENGTH_MAX, KEY_SCOPE_LENGTH_MAX, KEY_SCOPES_MAX, KEYS_PER_ACCOUNT_MAX } from '../limits.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { type Reject, reject } from '../reject.ts';
import { accountOf, type FoundWallet, ownedWallet, type State, walletOf } from '../state.ts';
import { type AccountId, type Address, address, type WalletId } from '../units/units.ts';
import { canceled } from './cancel.ts';

const NO_ONE = address(`0x${'0'.repeat(40)}`);

/** Key commands are never duplicates. */
type KeyDecision = Exclude<Decision, { readonly kind: 'duplicate' }>;

/** `found` replaces the wallet of the state while a batch is being decided. */
export function decideAddKey(
  state: Readonly<State>,
  command: AddKey,
  timeMs: number,
  found: FoundWallet | Reject = ownedWallet(state, command.account, command.wallet),
): KeyDecision {
  const malformed = refuseMalformedKey(command, timeMs);
  if (malformed !== null) return malformed;
  if (found.kind === 'reject') return found;
  const { wallet } = found;
  // A lent address may be reclaimed, and then the loan goes on under another address, which no one signs for.
  if (wallet.borrowed) return reject('wallet_not_owned', { wallet: wallet.address });
  const owner = accountOf(state, command.account);
  const { key, label, scopes, expiration } = command;
  if (key === owner.address) return invalid('address must not be the owner’s, which signs without a key');
  if (isOwnWallet(state, owner, key)) return invalid('address must not be a wallet of the account: it signs nothing');
  const known = state.keys.find(wallet.id, key);
  if (known !== null && !known.ended && isSame(known, command)) return accepted([]);
  const room = known === null ? makeRoom(state, owner.wallets) : [];
  if ('kind' in room) return room;
  const added: Event = { kind: 'KeyAdded', wallet: wallet.id, key, label, scopes: [...scopes], expiration };
  const left = hasScope(command) ? [] : canceled(ordersOfKey(state, wallet.id, key), 'key_revoked');
  return accepted([...room, added, ...left]);
}

/** True for the owner's wallets. A lent one may be someone's own address, which signs. */
function isOwnWallet(state: Readonly<State>, { id }: Pick<Account, 'id'>, key: Address): boolean {
  const wallet = state.wallets[state.walletsByAddress.get(key) ?? -1];
  return wallet?.account === id && !wallet.borrowed;
}

const invalid = (reason: string): Reject => reject('key_invalid', { reason });

function refuseMalformedKey({ key, label, scopes, expiration }: AddKey, timeMs: number): Reject | null {
  if (isReservedAddress(key)) return invalid('address must not be one that the venue keeps for itself');
  if (key === NO_ONE) return invalid('address must not be zero');
  if (label.length > KEY_LABEL_LENGTH_MAX) return invalid(`label must have at most ${KEY_LABEL_LENGTH_MAX} characters`);
  if (scopes.length === 0 || scopes.length > KEY_SCOPES_MAX) return invalid(`scopes must list 1 to ${KEY_SCOPES_MAX}`);
  if (scopes.some((scope) => scope.length === 0 || scope.length > KEY_SCOPE_LENGTH_MAX))
    return invalid(`each of scopes must have 1 to ${KEY_SCOPE_LENGTH_MAX} characters`);
  if (new Set(scopes).size < scopes.length) return invalid('scopes must not repeat one');
  return expiration * 1000 > timeMs ? null : invalid('expiration must be in the future');
}

const isSame = (known: Readonly<AccountKey>, { label, scopes, expiration }: AddKey): boolean =>
  known.label === label && known.expiration === expiration && known.scopes.join() === scopes.join();

/** Room for one more key: an ended key gives up its place once the account has too many. */
function makeRoom(state: Readonly<State>, wallets: readonly WalletId[]): Event[] | Reject {
  const count = state.keys.countOf(wallets);
  if (count < KEYS_PER_ACCOUNT_MAX) return [];
  for (const wallet of wallets)
    for (const { key, ended } of state.keys.ofWallet(wallet)) if (ended) return [{ kind: 'KeyRevoked', wallet, key }];
  return reject('too_many_keys', { count, maximum: KEYS_PER_ACCOUNT_MAX });
}

export function decideRevokeKey(
  state: Readonly<State>,
  { account, wallet, key }: RevokeKey,
  found: FoundWallet | Reject = ownedWallet(state, account, wallet),
): KeyDecision {
  if (found.kind === 'reject') return found;
  const known = state.keys.find(wallet, key);
  if (known === null) return reject('unknown_key', { key, wallet: found.wallet.address });
  return accepted([{ kind: 'KeyRevoked', wallet, key }, ...canceled(ordersOfKey(state, wallet, key), 'key_revoked')]);
}

/** One key at a time: its orders may fill an entry. */
export function decideEndKeys(state: Readonly<State>, timeMs: number): Decision {
  const [due] = state.keys.ends.due(Math.floor(timeMs / 1000), 1);
  if (due === undefined) return accepted([]);
  const { wallet, key } = due;
  return accepted([{ kind: 'KeyEnded', wallet, key }, ...canceled(ordersOfKey(state, wallet, key), 'key_ended')]);
}

/** Open orders of a wallet that one of its keys signed, oldest first: at most OPEN_ORDERS_PER_KEY_MAX. */
function ordersOfKey(state: Readonly<State>, wallet: WalletId, key: Address): OpenOrder[] {
  const account = state.accountsByAddress.get(key);
  if (account === undefined) return [];
  return [...accountOf(state, account).openOrders.values()].filter((order) => order.wallet === wallet);
}

/** The wallet of another account for which the account's address is a key that may trade. */
export function walletTradedByKey(
  state: Readonly<State>,
  account: AccountId,
  wallet: WalletId,
  timeMs: number,
): FoundWallet | Reject {
  const { address } = accountOf(state, account);
  const found = walletOf(state, wallet);
  if (state.keys.find(wallet, address) === null) return reject('wallet_not_owned', { wallet: found.address });
  return refuseKey(state, address, found, timeMs) ?? { kind: 'found', wallet: found };
}

/** Refuses what `key` signed for the wallet of another account, by default an order; null if the key may. */
export function refuseKey(
  state: Readonly<Pick<State, 'keys'>>,
  key: Address,
  wallet: Pick<Wallet, 'id' | 'address'>,
  timeMs: number,
  needed: readonly string[] = TRADING_SCOPES,
): Reject | null {
  const known = state.keys.find(wallet.id, key);
  const named = { key, wallet: wallet.address };
  if (known === null) return reject('unknown_key', named);
  const { ended, expiration, scopes } = known;
  if (ended || expiration * 1000 <= timeMs) return reject('key_ended', { ...named, since: expiration });
  if (hasScope(known, needed)) return null;
  return reject('key_scope', { ...named, scopes: scopes.join(', '), needed: needed.join(', ') });
}
