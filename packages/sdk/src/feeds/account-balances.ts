/**
 * Keeps an answer of `GET /account` in step with the `balance` messages of the account's feed. Pure: a message says all
 * that there is to know of its asset, and the answer says up to which journal entry it has everything.
 */
import type { Account, BalanceMessage } from '@bellwether/contract';

type Wallet = Account['wallets'][number];

/**
 * The account with what a `balance` message says in it; as it was, if the answer has it already (its `sequence` is not
 * below the message's). Messages have to come in the feed's order, all that came since the answer was asked for.
 */
export function foldBalance(account: Account, message: BalanceMessage): Account {
  if (message.sequence <= account.sequence) return account;
  const known = account.wallets.some((wallet) => isOf(wallet, message));
  // A wallet that was bound since the answer.
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
  // What is known keeps its place.
  const isKnown = others.length < wallet.positions.length;
  const positions = isKnown
    ? wallet.positions.map((other) => (other.tokenId === asset_id ? position : other))
    : [...others, position];
  return { ...wallet, positions };
}
