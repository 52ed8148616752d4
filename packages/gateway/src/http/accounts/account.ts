/** The account, its wallets and positions for `GET /account`; position calls as commands and answers. */

import type {
  Account as AccountAnswer,
  PositionAnswer,
  PositionChange,
  PositionConversion,
} from '@bellwether/contract';
import { conditionIdText } from '@bellwether/contract';
import {
  type Account,
  type ConditionId,
  type ConvertPositions,
  type Market,
  type MarketId,
  type MergePositions,
  type Micros,
  micros,
  type Reject,
  type SplitPosition,
  type State,
  type Wallet,
  walletOf,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { badRequest, explained, type Failure } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import { amountText, parseAmount } from '@bellwether/wire/forms/decimal.ts';
import { rejectFailure } from '../reject-failure.ts';

export function accountAnswer(account: Account, state: Readonly<State>): AccountAnswer {
  return {
    address: account.address,
    depositWallet: account.depositWallet,
    openOrders: account.openOrders.size,
    sequence: state.sequence,
    debt: amountText(account.debt),
    wallets: account.wallets.map((id) => walletAnswer(walletOf(state, id), state)),
  };
}

/** Addresses of an account's wallets: at most WALLETS_PER_ACCOUNT_MAX. */
export function walletAddresses({ wallets }: Account, state: Readonly<State>): string[] {
  return wallets.map((id) => walletOf(state, id).address);
}

function walletAnswer(wallet: Wallet, state: Readonly<State>): AccountAnswer['wallets'][number] {
  const positions: AccountAnswer['wallets'][number]['positions'] = [];
  for (const [id, position] of wallet.positions) {
    const market = state.markets[id];
    if (market === undefined) continue;
    for (const outcome of [0, 1] as const) {
      if (position.free[outcome] === 0 && position.held[outcome] === 0) continue;
      positions.push({
        conditionId: market.conditionId,
        tokenId: market.tokenIds[outcome],
        outcome: market.outcomes[outcome],
        outcomeIndex: outcome,
        free: amountText(position.free[outcome]),
        held: amountText(position.held[outcome]),
      });
    }
  }
  return { address: wallet.address, free: amountText(wallet.free), held: amountText(wallet.held), positions };
}

export type PositionCommand = SplitPosition | MergePositions | ConvertPositions;

export function readPositionChange(
  kind: 'SplitPosition' | 'MergePositions',
  body: PositionChange,
  account: Account,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): SplitPosition | MergePositions | Failure {
  const wallet = findWallet(body.wallet, account, state, parseAddress);
  if (typeof wallet !== 'number') return wallet;
  const market = findMarket(body.conditionId, state);
  if (market === null) return explained('market_not_found', { conditionId: body.conditionId });
  return { kind, account: account.id, wallet, market: market.id, amount: amountOrZero(body.amount) };
}

/** Reads a conversion; the first market determines the event. */
export function readConversion(
  body: PositionConversion,
  account: Account,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): ConvertPositions | Failure {
  const wallet = findWallet(body.wallet, account, state, parseAddress);
  if (typeof wallet !== 'number') return wallet;
  const markets: MarketId[] = [];
  for (const conditionId of body.conditionIds) {
    const market = findMarket(conditionId, state);
    if (market === null) return explained('market_not_found', { conditionId });
    markets.push(market.id);
  }
  const catalogEvent = state.markets[markets[0] ?? -1]?.catalogEvent ?? null;
  const [conditionId = ''] = body.conditionIds;
  if (catalogEvent === null || state.catalogEvents.get(catalogEvent)?.negRisk === false)
    return explained('not_neg_risk', { conditionId });
  const amount = amountOrZero(body.amount);
  return { kind: 'ConvertPositions', account: account.id, wallet, catalogEvent, markets, amount };
}

/** Converts an amount; invalid text becomes 0, which the exchange refuses in its order of checks. */
function amountOrZero(text: string): Micros {
  return parseAmount(text) ?? micros(0);
}

export function positionRefusal(reject: Reject, amount: string): Failure {
  const unsayable = reject.code === 'amount_out_of_range' && parseAmount(amount) === null;
  return unsayable ? badRequest('amount is out of range') : rejectFailure(reject);
}

export function positionAnswer(command: PositionCommand, wallet: string, entry: ChainedEntry): PositionAnswer {
  const converted = entry.events.find((event) => event.kind === 'PositionsConverted');
  return {
    transactionHash: `0x${entry.hash}`,
    wallet,
    amount: amountText(command.amount),
    collateral: amountText(converted?.collateral ?? command.amount),
  };
}

export function findMarket(conditionId: string, state: Readonly<State>): Market | null {
  const id = state.marketsByCondition.get(conditionIdText(conditionId) as ConditionId);
  return id === undefined ? null : (state.markets[id] ?? null);
}

function findWallet(text: string | undefined, account: Account, state: Readonly<State>, parseAddress: ParseAddress) {
  const named = text === undefined ? { kind: 'address' as const, address: account.address } : parseAddress(text);
  if (named.kind === 'invalid') return badRequest(`wallet ${named.error}`);
  const wallet = state.walletsByAddress.get(named.address);
  if (wallet === undefined) return explained('unknown_wallet', { wallet: named.address });
  return state.wallets[wallet]?.account === account.id
    ? wallet
    : explained('wallet_not_owned', { wallet: named.address, wallets: walletAddresses(account, state) });
}
