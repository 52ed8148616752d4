/**
 * Keeps an answer of `GET /account` up to date with the `balance` messages of the account's feed. Pure: a message holds
 * the full state of its asset, and the answer states the last journal entry that it includes.
 */
import type { Account, BalanceMessage } from '@bellwether/contract';

type Wallet = Account['wallets'][number];

/**
 * Returns the account updated by a `balance` message. The account is unchanged if the answer already includes the
 * message (its `sequence` is not below the message's). Pass all messages received since the request, in the feed's
 * order.
 */
export function foldBalance(account: Account, message: BalanceMessage): Account {
  if (message.sequence <= account.sequence) return account;
  const known = account.wallets.some((wallet) => isOf(wallet, message));
  // The wallet may have been bound after the answer.
  const wallets = known
    ? account.wallets
    : [...account.wallets, { address: message.wallet, free: '0', held: '0', positions: [] }];
  return {
    ...account,
    wallets: wallets.map((wallet) => (isOf(wallet, message) ? foldWallet(wallet, message) : wallet)),
  };
}

function isOf({ address }: Wallet, { wallet }: BalanceMessage): boolean {
  return address.toLowerCase() === wallet.toLowerCase();
}

function foldWallet(wallet: Wallet, message: BalanceMessage): Wallet {
  const { asset_type, asset_id, market, outcome, outcome_index = 0, balance, free, held } = message;
  if (asset_type === 'COLLATERAL') return { ...wallet, free, held };
  const others = wallet.positions.filter(({ tokenId }) => tokenId !== asset_id);
  if (balance === '0') return { ...wallet, positions: others };
  const position = { conditionId: market, tokenId: asset_id, outcome, outcomeIndex: outcome_index, free, held };
  // A known position keeps its place in the list.
  const isKnown = others.length < wallet.positions.length;
  const positions = isKnown
    ? wallet.positions.map((other) => (other.tokenId === asset_id ? position : other))
    : [...others, position];
  return { ...wallet, positions };
}
