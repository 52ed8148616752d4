/** Wallets injected into the browser: announced per EIP-6963, or `window.ethereum` as a fallback. */
import type { Eip1193Provider } from '@bellwether/sdk';
import type { SavedWallet } from './saved-account.ts';

/** An EIP-1193 provider with its events, which some wallets lack. */
interface WalletProvider extends Eip1193Provider {
  on?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown;
  removeListener?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown;
}

export interface InjectedWallet {
  readonly rdns: string;
  readonly name: string;
  /** Icon as a data URL; empty if there is none. */
  readonly icon: string;
  readonly provider: WalletProvider;
}

interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string };
  readonly provider: WalletProvider;
}

declare global {
  interface WindowEventMap {
    'eip6963:announceProvider': CustomEvent<Announcement>;
  }
  interface Window {
    readonly ethereum?: WalletProvider;
  }
}

const ANSWER_MS = 300;

export function watchWallets(callback: (wallet: InjectedWallet) => void): () => void {
  let hasAny = false;
  const take = ({ detail }: CustomEvent<Announcement>): void => {
    hasAny = true;
    const { rdns, name, icon } = detail.info;
    callback({ rdns, name, icon: icon.startsWith('data:image/') ? icon : '', provider: detail.provider });
  };
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  const timer = setTimeout(() => {
    const provider = window.ethereum;
    if (!hasAny && provider !== undefined) callback({ rdns: '', name: 'Browser wallet', icon: '', provider });
  }, ANSWER_MS);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('eip6963:announceProvider', take);
  };
}

/** Finds a wallet that was used before; null if it does not announce itself in time. */
export async function findWallet(rdns: string): Promise<InjectedWallet | null> {
  const { promise, resolve } = Promise.withResolvers<InjectedWallet | null>();
  const timer = setTimeout(() => resolve(null), 3 * ANSWER_MS);
  // Wallets may announce themselves before `watchWallets` has returned.
  const stop = watchWallets((wallet) => {
    if (wallet.rdns === rdns) resolve(wallet);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Calls `onGone` when the wallet leaves the account, until the returned function is called. Never prompts. */
export function followWallet({ rdns, address }: SavedWallet, onGone: () => void): () => void {
  let provider: WalletProvider | null = null;
  let isOver = false;
  const take = (accounts: unknown): void => {
    const [first]: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
    if (!isOver && (typeof first !== 'string' || first.toLowerCase() !== address)) onGone();
  };
  const begin = async (): Promise<void> => {
    const wallet = await findWallet(rdns);
    if (isOver || wallet === null) return;
    provider = wallet.provider;
    provider.on?.('accountsChanged', take);
    const accounts = await provider.request({ method: 'eth_accounts' });
    // The wallet may have switched while the page was closed. A locked wallet exposes no account and does not count.
    if (Array.isArray(accounts) && accounts.length > 0) take(accounts);
  };
  // A wallet that fails to answer counts as unchanged.
  begin().catch(() => undefined);
  return () => {
    isOver = true;
    provider?.removeListener?.('accountsChanged', take);
  };
}
