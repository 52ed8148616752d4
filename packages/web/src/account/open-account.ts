/**
 * Opens a saved account for trading: finds the signer, signs in once, and keeps the API key for the session. This is
 * the only module that touches a private key, and it passes the key only to the SDK's signer.
 */
import {
  type Client,
  type Credentials,
  createClient,
  createProviderSigner,
  createSigner,
  isUnauthorized,
  type VenueClock,
} from '@bellwether/sdk';
import { addDevice } from '../session/people-client.ts';
import { VENUE_URL } from '../venue/client.ts';
import type { Account } from './account-queries.ts';
import { findWallet, type InjectedWallet } from './injected-wallets.ts';
import type { SavedAccount, SavedDevice, SavedWallet } from './saved-account.ts';
import { readCredentials, writeCredentials } from './session-credentials.ts';
import { changingChain } from './wallet-chain.ts';

/** Signature type of a signer that trades from another wallet of its account. */
const FOR_OTHER_WALLET = 2;

/** Returns the address of a key. Throws `InvalidInputError` if the 32 bytes are not a valid key. */
export const addressOfKey = (privateKey: string): string => createSigner(privateKey).address.toLowerCase();

export async function askWallet({ provider, rdns, name }: InjectedWallet): Promise<SavedWallet> {
  const { address } = await createProviderSigner(provider);
  return { kind: 'wallet', rdns, name, address: address.toLowerCase(), tradesFrom: null, isSignedOut: false };
}

/** Asks the wallet of a saved account again, because it may have switched accounts. Throws `WalletMissing`. */
export async function askAgain(saved: SavedWallet): Promise<SavedWallet> {
  const lent = await askWallet(await walletOf(saved));
  return lent.address === saved.address ? { ...saved, isSignedOut: false } : lent;
}

/** Opens the account. Signs in if the session has no API key or the venue no longer knows the key. */
export async function openAccount(saved: SavedAccount, session: Storage, venueClock: VenueClock): Promise<Account> {
  const signer = await signerOf(saved);
  const isDevice = saved.kind === 'device';
  const kept = readCredentials(session, saved.address);
  const known = kept === null && isDevice ? await ofPerson(saved) : kept;
  const other = isDevice
    ? { address: saved.address }
    : saved.tradesFrom === null
      ? {}
      : ({ wallet: saved.tradesFrom, signatureType: FOR_OTHER_WALLET } as const);
  const clientWith = (credentials: typeof known): Client =>
    createClient({
      baseUrl: VENUE_URL,
      venueClock,
      account: { signer, ...other, ...(credentials === null ? {} : { credentials }) },
    });
  let client = clientWith(known);
  try {
    await client.account.get();
  } catch (error) {
    if (known === null || !isUnauthorized(error)) throw error;
    // The venue was reset, for example: sign in again.
    writeCredentials(session, saved.address, null);
    client = clientWith(isDevice ? await ofPerson(saved) : null);
    await client.account.get();
  }
  writeCredentials(session, saved.address, await client.auth.credentials());
  return { address: saved.address, wallet: saved.tradesFrom ?? saved.address, client };
}

/** The API key of the account, for which no key signs in. Throws `SignedOut` if the session has ended. */
async function ofPerson({ privateKey, address }: SavedDevice): Promise<Credentials> {
  const { account, apiKey, secret, passphrase } = await addDevice(privateKey).catch((error: unknown) => {
    throw isUnauthorized(error) ? new SignedOut() : error;
  });
  if (account !== address) throw new SignedOut();
  return { apiKey, secret, passphrase };
}

async function signerOf(saved: SavedAccount) {
  if (saved.kind !== 'wallet') return createSigner(saved.privateKey);
  const { provider } = await walletOf(saved);
  return createProviderSigner(changingChain(provider), saved.address);
}

async function walletOf({ rdns, name }: SavedWallet): Promise<InjectedWallet> {
  const wallet = await findWallet(rdns);
  if (wallet === null) throw new WalletMissing(name);
  return wallet;
}

/** Thrown when this browser's person is not signed in any more. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';

  constructor() {
    super('You are signed out here: the session has ended, or this device was revoked. Sign in again to go on.');
  }
}

/** Thrown when the browser no longer has the wallet. */
export class WalletMissing extends Error {
  override readonly name = 'WalletMissing';

  constructor(wallet: string) {
    super(`${wallet} does not answer. Is it still installed and unlocked?`);
  }
}
