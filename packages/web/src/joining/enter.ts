/** Makes this browser a device of the person who is signed in, and opens the person's account. */
import { isApiError, VenueClock } from '@bellwether/sdk';
import { openAccount } from '../account/open-account.ts';
import { ACCOUNT_ITEM, makeKey, readSaved, type SavedDevice, writeSaved } from '../account/saved-account.ts';
import { writeCredentials } from '../account/session-credentials.ts';
import { addDevice } from '../session/people-client.ts';

export interface Entered {
  /** Money to trade with, as a decimal. */
  readonly free: string;
}

/** Enters with the key that this browser has, if it is still one of the person's, or with a new one. */
export async function enter(): Promise<Entered> {
  const saved = readSaved(localStorage);
  const kept = saved?.kind === 'device' ? saved.privateKey : null;
  const first = kept ?? makeKey();
  const entered = await addDevice(first).catch((error: unknown) => {
    // The key was revoked, or is another person's: neither is a way in.
    if (kept === null || !isApiError(error) || error.status === 401 || error.status >= 500) throw error;
    return null;
  });
  const privateKey = entered === null ? makeKey() : first;
  const { account: address, apiKey, secret, passphrase } = entered ?? (await addDevice(privateKey));
  const device: SavedDevice = { kind: 'device', privateKey, address, tradesFrom: null, isSignedOut: false };
  writeCredentials(sessionStorage, address, { apiKey, secret, passphrase });
  writeSaved(localStorage, device);
  // Browsers tell other tabs alone: the rest of this page learns of the account here.
  window.dispatchEvent(new StorageEvent('storage', { key: ACCOUNT_ITEM }));
  const account = await openAccount(device, sessionStorage, new VenueClock());
  const { wallets } = await account.client.account.get();
  return { free: wallets.find((wallet) => wallet.address === address)?.free ?? '0' };
}
