/** Misbehaving clients: one key for two requests, the same request twice at once or much later, and malformed commands. */
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

/** Requests are remembered for a day; these delays target parts that forget sooner. */
const LATER_MS = [1_000, 20_000, 61_000, 75_000, 130_000] as const;

/** A request repeated long after it was answered: unchanged, or with another body. */
export const sameKeyLater: Act = async (acting) => {
  const { dice, client, state, world } = acting;
  const [first, second] = [anyCommand(acting), anyCommand(acting)];
  if (state === null || first === null || second === null) return;
  const key = acting.name('later-key');
  const by = client.accountIn(state);
  await client.send(keyed(first, by, key), dice);
  await client.pause(dice.pick(LATER_MS));
  await client.send(keyed(dice.chance(0.7) ? first : second, by, key), dice, { gateway: dice.pick(world.gateways) });
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
function anyCommand(acting: Acting): Command | null {
  const { account, dice, client, known, state } = acting;
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
