/** Notices that a browser wallet lends another account than the one that is signed in, or none any more. */
import { findWallet, type WalletProvider } from './injected-wallets.ts';
import type { SavedWallet } from './saved-account.ts';

/** Calls back when the account is lent no more, until the returned function is called. Asks the reader for nothing. */
export function followWallet({ rdns, address }: SavedWallet, onGone: () => void): () => void {
  const own = address.toLowerCase();
  let provider: WalletProvider | null = null;
  let isOver = false;
  const take = (accounts: unknown): void => {
    const [first]: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
    if (!isOver && (typeof first !== 'string' || first.toLowerCase() !== own)) onGone();
  };
  const begin = async (): Promise<void> => {
    const wallet = await findWallet(rdns);
    if (isOver || wallet === null) return;
    provider = wallet.provider;
    provider.on?.('accountsChanged', take);
    const accounts = await provider.request({ method: 'eth_accounts' });
    // It may have changed while the page was closed. One that is locked lends nothing, which is no change.
    if (Array.isArray(accounts) && accounts.length > 0) take(accounts);
  };
  // A wallet that cannot say is one that does not change.
  begin().catch(() => undefined);
  return () => {
    isOver = true;
    provider?.removeListener?.('accountsChanged', take);
  };
}
