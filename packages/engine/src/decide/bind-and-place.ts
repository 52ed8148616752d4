/** Decides `BindAndPlace`: the order as if its wallet were bound already, then both or neither. */
import type { BindAndPlace } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { State } from '../state.ts';
import { walletId } from '../units/ids.ts';
import { ZERO_MICROS } from '../units/micros.ts';
import { accepted } from './accepted.ts';
import { decideBindWallet } from './accounts.ts';
import { decidePlaceOrder } from './place-order.ts';

export function decideBindAndPlace(state: Readonly<State>, command: BindAndPlace, timeMs: number): Decision {
  const { order, wallet: address, startingBalance } = command;
  const { account } = order;
  const bound = decideBindWallet(state, { kind: 'BindWallet', account, wallet: address, startingBalance });
  if (bound.kind !== 'accepted') {
    const known = state.walletsByAddress.get(address);
    if (bound.kind === 'reject' || known === undefined) return bound;
    return decidePlaceOrder(state, { ...order, wallet: known }, timeMs);
  }
  const id = walletId(state.wallets.length);
  const wallet = { id, address, account, free: startingBalance, held: ZERO_MICROS, positions: new Map() };
  // The state with this one wallet more, for `decidePlaceOrder` to read; the real one is not touched.
  const placed = decidePlaceOrder({ ...state, wallets: [...state.wallets, wallet] }, { ...order, wallet: id }, timeMs);
  return placed.kind === 'accepted' ? accepted([...bound.events, ...placed.events]) : placed;
}
