/** Balance messages of the user feed: the amounts of an asset in a wallet after an entry, as JSON. Pure. */
import { marketOf, type State, walletOf } from '@bellwether/engine';
import { amountText } from '../wire/forms/decimal.ts';
import type { ChangedBalance } from './entry-balances.ts';
import type { UserMessage } from './user-messages.ts';

/** Returns the message of a balance that an entry changed; `timeMs` is the time of the entry. */
export function balanceMessage(change: ChangedBalance, state: Readonly<State>, timeMs: number): UserMessage {
  const { wallet, token, free, held } = change;
  const message = {
    event_type: 'balance',
    wallet: walletOf(state, wallet).address,
    ...assetTerms(change, state),
    balance: amountText(free + held),
    free: amountText(free),
    held: amountText(held),
    timestamp: String(timeMs),
  };
  return { kind: 'balance', market: token?.market ?? null, open: JSON.stringify(message).slice(0, -1) };
}

function assetTerms({ token }: ChangedBalance, state: Readonly<State>): object {
  if (token === null) return { asset_type: 'COLLATERAL', market: '', asset_id: '', outcome: '' };
  const market = marketOf(state, token.market);
  return {
    asset_type: 'CONDITIONAL',
    market: market.conditionId,
    asset_id: market.tokenIds[token.outcome],
    outcome: market.outcomes[token.outcome],
    outcome_index: token.outcome,
  };
}
