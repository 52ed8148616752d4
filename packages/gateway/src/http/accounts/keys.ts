/** Keys of an account on the wire: what a request names, and the lists. */
import type { AccountKey, AccountKeys, KeyAddition, KeyRemoval, SessionSigners } from '@bellwether/contract';
import {
  type Account,
  type AddKey,
  type Address,
  type AccountKey as KnownKey,
  type RevokeKey,
  type State,
  type WalletId,
  walletOf,
} from '@bellwether/engine';
import { explained, type Failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import type { RelayLanguage } from '../relay/relay-language.ts';
import { depositWalletsOf } from '../relay/wallets.ts';
import { walletAddresses } from './account.ts';

export function readAddition(
  body: KeyAddition,
  account: Account,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): AddKey | Failure {
  const named = readNamed(body, account, state, parseAddress);
  if (named.kind === 'failure') return named;
  const { label = '', scopes, expiration } = body;
  return { ...named.key, kind: 'AddKey', label, scopes, expiration };
}

export function readRemoval(
  body: KeyRemoval,
  account: Account,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): RevokeKey | Failure {
  const named = readNamed(body, account, state, parseAddress);
  return named.kind === 'failure' ? named : { ...named.key, kind: 'RevokeKey' };
}

type Named = { readonly kind: 'named'; readonly key: Pick<AddKey, 'account' | 'wallet' | 'key'> };

function readNamed(
  { address, wallet: text }: KeyRemoval,
  account: Account,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): Named | Failure {
  const key = parseAddress(address);
  if (key.kind === 'invalid') return invalidPayload(`address ${key.error}`);
  const named = parseAddress(text ?? account.depositWallet);
  if (named.kind === 'invalid') return invalidPayload(`wallet ${named.error}`);
  const wallet = state.walletsByAddress.get(named.address);
  if (wallet === undefined) return explained('unknown_wallet', { wallet: named.address });
  if (walletOf(state, wallet).account !== account.id)
    return explained('wallet_not_owned', { wallet: named.address, wallets: walletAddresses(account, state) });
  return { kind: 'named', key: { account: account.id, wallet, key: key.address } };
}

/** Keys of a wallet that are not past their end. */
function* validKeys(wallet: WalletId, state: Readonly<State>, nowMs: number): Generator<Readonly<KnownKey>> {
  for (const key of state.keys.ofWallet(wallet)) if (!key.ended && key.expiration * 1000 > nowMs) yield key;
}

export function keyAnswer(
  { key, wallet, label, scopes, expiration }: Readonly<Omit<KnownKey, 'ended'>>,
  state: Readonly<State>,
): AccountKey {
  return { address: key, wallet: walletOf(state, wallet).address, label, scopes: [...scopes], expiration };
}

export function keysAnswer({ wallets }: Account, state: Readonly<State>, nowMs: number): AccountKeys {
  const keys = wallets.flatMap((wallet) => [...validKeys(wallet, state, nowMs)]);
  return { keys: keys.map((key) => keyAnswer(key, state)) };
}

/** Keys of the account's contract wallet if it is deployed, else of its deposit wallet. */
export function sessionSigners(
  { address, depositWallet }: Account,
  state: Readonly<State>,
  relay: Pick<RelayLanguage, 'walletsOf'>,
  nowMs: number,
): SessionSigners {
  const wallet = depositWalletsOf(address, relay)
    .map((own) => state.walletsByAddress.get(own as Address))
    .find((own) => own !== undefined && !walletOf(state, own).borrowed);
  const keys = wallet === undefined ? [] : [...validKeys(wallet, state, nowMs)];
  return {
    wallet: wallet === undefined ? depositWallet : walletOf(state, wallet).address,
    signers: keys.map(({ key, scopes, expiration }) => ({
      address: key,
      scopes: [...scopes],
      valid_until: expiration,
    })),
  };
}
