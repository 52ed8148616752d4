/** Detects that a browser wallet no longer exposes the signed-in account. */
import { findWallet, type WalletProvider } from './injected-wallets.ts';
import type { SavedWallet } from './saved-account.ts';

/**
 * Calls `onGone` when the wallet switches to another account or disconnects, until the returned function is called.
 * Never prompts the user.
 */
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
