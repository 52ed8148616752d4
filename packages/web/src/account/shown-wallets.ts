/**
 * Which of an account's wallets are shown. Every account has a second one, for programs, and most people never need to
 * hear of it. Pure.
 */
import { isSame } from './account-queries.ts';

interface WalletBalance {
  readonly address: string;
  readonly held: string;
  readonly positions: readonly unknown[];
}

/** The one that signs, the one that trades, what holds positions or orders, and all of them for who asks for them. */
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
