/** Cancels orders by id (one or many, valid and invalid ones), all orders, or those of a market. */
import type { OrderId } from '@bellwether/engine';
import { orderId } from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { place } from './orders.ts';

export const cancel: Act = async (acting) => {
  const { account, dice, state } = acting;
  if (state === null || account === null) return;
  const orderIds = Array.from(
    {
      length: dice.weighted([
        [5, 1],
        [2, 3],
        [1, 12],
      ]),
    },
    () => idFor(acting),
  ).filter((id) => id !== null);
  if (orderIds.length === 0) return place(acting);
  await acting.send({ kind: 'CancelOrders', account, orderIds });
};

export const cancelMatching: Act = async (acting) => {
  const { account, dice, known, state } = acting;
  if (state === null || account === null) return;
  const market = dice.chance(0.4) ? null : (known.market(dice, state)?.id ?? null);
  await acting.send({ kind: 'CancelMatching', account, market, outcome: dice.pick([null, null, 0, 1] as const) });
};

/** Usually the id of a resting order; sometimes of a closed order, another account's order, or none. */
function idFor({ account, dice, known, state }: Acting): OrderId | null {
  const own = account === null ? undefined : state?.accounts[account]?.openOrders;
  if (own !== undefined && own.size > 0 && dice.chance(0.8)) return dice.pick([...own.values()]).orderId;
  if (dice.chance(0.05)) return orderId(`0x${'ab'.repeat(32)}`);
  return known.anyPlaced(dice)?.orderId ?? null;
}
