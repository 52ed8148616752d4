/** Decides `BindAndPlace`: decides the order as if its wallet were already bound, then does both or neither. */

import type { BindAndPlace } from '../command.ts';
import type { Decision } from '../decision.ts';
import { Positions } from '../ledger/positions.ts';
import type { Wallet } from '../ledger/wallet.ts';
import type { OrderResult } from '../orders/order-result.ts';
import type { State } from '../state.ts';
import { walletId } from '../units/ids.ts';
import { ZERO_MICROS } from '../units/micros.ts';
import { decideBindWallet } from './accounts.ts';
import { decidePlacement, placeFromBorrowed } from './borrowed-wallet.ts';
import { refuseByMode } from './place-order.ts';

export function decideBindAndPlace(
  state: Readonly<State>,
  command: BindAndPlace,
  timeMs: number,
  archived: OrderResult | null,
): Decision {
  const { order, wallet: address } = command;
  const { account } = order;
  const bound = decideBindWallet(state, { kind: 'BindWallet', account, wallet: address });
  if (bound.kind !== 'accepted') {
    if (bound.kind === 'reject') return refuseByMode(state, order) ?? bound;
    const known = state.walletsByAddress.get(address);
    if (known === undefined) return bound;
    return decidePlacement(state, { ...order, wallet: known }, timeMs, archived);
  }
  const id = walletId(state.wallets.length);
  const empty = { free: ZERO_MICROS, held: ZERO_MICROS, buys: 0, positions: new Positions() };
  const wallet: Wallet = { id, address, account, borrowed: true, ...empty };
  return placeFromBorrowed(state, { ...order, wallet: id }, timeMs, archived, wallet, bound.events);
}
