/** Selects which wallets to show. Every account has a second one for programs, which most users never need. Pure. */
import { isSame } from './account-queries.ts';

interface WalletBalance {
  readonly address: string;
  readonly held: string;
  readonly positions: readonly unknown[];
}

/** Returns the signer, the trading wallet, and any wallet with positions or held balance. `isAsked` returns all. */
export function shownWallets<Wallet extends WalletBalance>(
  wallets: readonly Wallet[],
  { address: signer, wallet: trading }: { readonly address: string; readonly wallet: string },
  isAsked: boolean,
): readonly Wallet[] {
  return wallets.filter(
    ({ address, held, positions }) =>
      isAsked || isSame(address, signer) || isSame(address, trading) || Number(held) > 0 || positions.length > 0,
  );
}
