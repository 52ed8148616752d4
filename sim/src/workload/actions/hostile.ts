/** Misbehaving clients: one key for two requests, the same request twice at once, and malformed commands. */
import type { Command } from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { keyed } from '../client.ts';
import { UNIT } from '../setting.ts';
import { newOrder } from './orders.ts';

/** Two programs of one account use the same key for the same request at two gateways. */
export const sameKeyAtOnce: Act = async (acting) => {
  const { dice, client, world } = acting;
  const command = anyCommand(acting);
  if (command === null) return;
  const request = acting.keyed(command);
  const times = dice.between(2, 3);
  await Promise.all(
    Array.from({ length: times }, () => client.send(request, dice, { gateway: dice.pick(world.gateways) })),
  );
};

/** Two requests under one key: one is executed, the other is refused. */
export const sameKeyOtherBody: Act = async (acting) => {
  const { dice, client, state, world } = acting;
  const [first, second] = [anyCommand(acting), anyCommand(acting)];
  if (state === null || first === null || second === null) return;
  const key = acting.name('shared-key');
  const by = client.accountIn(state);
  const one = client.send(keyed(first, by, key), dice);
  if (dice.chance(0.5)) await one;
  await Promise.all([one, client.send(keyed(second, by, key), dice, { gateway: dice.pick(world.gateways) })]);
};

export const malformed: Act = async (acting) => {
  const { dice, client } = acting;
  const order: unknown = newOrder(acting);
  const broken: unknown = dice.pick([
    { kind: 'NoSuchCommand' },
    { kind: 'PlaceOrder' },
    { kind: 'ExpireOrders' },
    { kind: 'SettleMarket', market: 0 },
    { kind: 'AdoptRules', version: 1 },
    { ...(order as object), market: '0' },
    { ...(order as object), makerAmount: 1.5 },
    { ...(order as object), orderId: '0x12' },
    { ...(order as object), account: -1 },
    { ...(order as object), surprise: true },
    { kind: 'CancelOrders', account: 0, orderIds: 'all' },
    { kind: 'Deposit', wallet: 0, amount: -5 },
    { kind: 'SetMode', mode: 'open', request: { by: null, key: '', hash: '' } },
    {},
    [],
  ]);
  await client.send(broken as Command, dice, { isPatient: false });
};

/** A random command of the client's own. */
export function anyCommand(acting: Acting): Command | null {
  const { dice, client, known, state } = acting;
  const account = state === null ? null : client.accountIn(state);
  const wallet = state === null ? undefined : client.walletsIn(state)[0];
  const market = state === null ? null : known.market(dice, state);
  if (account === null || wallet === undefined || market === null) return null;
  const amount = (1 + dice.below(UNIT)) as never;
  const order = newOrder(acting);
  return dice.pick<Command>([
    { kind: 'SplitPosition', account, wallet: wallet.id, market: market.id, amount },
    { kind: 'MergePositions', account, wallet: wallet.id, market: market.id, amount },
    { kind: 'CancelMatching', account, market: market.id, outcome: null },
    ...(order === null ? [] : [order]),
  ]);
}
