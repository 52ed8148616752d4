/**
 * Several orders at one price: the newest is cancelled and another arrives. The others must keep their queue positions.
 */
import { hash } from 'node:crypto';
import { type AccountId, type OrderId, orderId, type PlaceOrder } from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { UNIT } from '../setting.ts';
import { newOrder } from './orders.ts';

export const queueAtAPrice: Act = async (acting) => {
  const { dice } = acting;
  const first = newOrder(acting, { isResting: true });
  if (first === null) return;
  const { account } = first;
  // Sometimes all of them expire in one second, with only the cancel before that.
  const lives = dice.chance(0.4) ? dice.pick([62, 65]) : null;
  const ends =
    lives === null ? {} : ({ type: 'GTD', expiration: Math.floor(acting.world.wallMs / 1_000) + lives } as const);
  const queued = Array.from({ length: dice.between(3, 4) }, () => ({ ...resting(acting, first), ...ends }));
  for (const order of queued) await acting.send(order);
  const newest = queued.at(-1) as PlaceOrder;
  await acting.send({ kind: 'CancelOrders', account, orderIds: [newest.orderId] });
  if (lives !== null) return;
  await acting.send(resting(acting, first));
  // The client's own orders would self-trade, so all of them are cancelled. Another account's order matches them one
  // after the other.
  const other = dice.chance(0.5) ? null : otherHolder(acting, account);
  await acting.send({ ...opposite(acting, first), ...other });
};

/** Another account and its richest random wallet; its owner has agreed to trade with the client. */
function otherHolder({ dice, state }: Acting, account: AccountId): Pick<PlaceOrder, 'account' | 'wallet'> | null {
  const others = (state?.wallets ?? []).filter((wallet) => wallet.account !== account && wallet.free > UNIT);
  if (others.length === 0) return null;
  const wallet = dice.pick(others);
  return { account: wallet.account, wallet: wallet.id };
}

const idOf = (acting: Acting): OrderId =>
  orderId(`0x${hash('sha256', `${acting.world.seed} ${acting.name('queued')}`, 'hex')}`);

function resting(acting: Acting, order: PlaceOrder): PlaceOrder {
  return { ...order, orderId: idOf(acting), type: 'GTC', expiration: 0, postOnly: false };
}

/** An order for the other outcome that buys or sells as many shares at the complementary price. */
function opposite(acting: Acting, order: PlaceOrder): PlaceOrder {
  const { makerAmount, takerAmount, outcome, side } = order;
  const [collateral, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  const rest = Math.max(0, shares - collateral) as typeof makerAmount;
  const amounts =
    side === 'BUY' ? { makerAmount: rest, takerAmount: shares } : { makerAmount: shares, takerAmount: rest };
  return { ...resting(acting, order), outcome: outcome === 0 ? 1 : 0, ...amounts };
}
