/** Misbehaving clients: one key for two requests, the same request twice at once or much later, and malformed commands. */
import type { Command } from '@bellwether/engine';
import { type Acting, type Action, attempt } from '../acting.ts';
import { UNIT } from '../setting.ts';
import { newOrder } from './orders.ts';

/** Requests are remembered for a day; these delays target parts that forget sooner. */
const LATER_MS = [1_000, 20_000, 61_000, 75_000, 130_000] as const;

/** Two programs of one account use the same key for the same request at two gateways. */
async function sameKeyAtOnce(acting: Acting): Promise<void> {
  const { dice, client, world } = acting;
  const request = acting.keyed(anyCommand(acting));
  const send = (): Promise<unknown> => client.send(request, dice, { gateway: dice.pick(world.gateways) });
  await Promise.all(Array.from({ length: dice.between(2, 3) }, send));
}

/** Two requests under one key: one is executed, the other is refused. */
async function sameKeyOtherBody(acting: Acting): Promise<void> {
  const { dice, client, world } = acting;
  const [first, second] = [anyCommand(acting), anyCommand(acting)];
  const key = acting.name('shared-key');
  const one = client.send(acting.keyed(first, key), dice);
  if (dice.chance(0.5)) await one;
  const gateway = dice.pick(world.gateways);
  await Promise.all([one, client.send(acting.keyed(second, key), dice, { gateway })]);
}

/** A request repeated long after it was answered: unchanged, or with another body. */
async function sameKeyLater(acting: Acting): Promise<void> {
  const { dice, client, world } = acting;
  const [first, second] = [anyCommand(acting), anyCommand(acting)];
  const key = acting.name('later-key');
  await client.send(acting.keyed(first, key), dice);
  await client.pause(dice.pick(LATER_MS));
  const again = acting.keyed(dice.chance(0.7) ? first : second, key);
  await client.send(again, dice, { gateway: dice.pick(world.gateways) });
}

function malformed(acting: Acting): Promise<unknown> {
  const { dice, client } = acting;
  const order = attempt(() => newOrder(acting)) ?? {};
  const broken: unknown = dice.pick([
    { kind: 'NoSuchCommand' },
    { kind: 'PlaceOrder' },
    { kind: 'ExpireOrders' },
    { kind: 'SettleMarket', market: 0 },
    { kind: 'AdoptRules', version: 1 },
    { ...order, market: '0' },
    { ...order, makerAmount: 1.5 },
    { ...order, orderId: '0x12' },
    { ...order, account: -1 },
    { ...order, surprise: true },
    { kind: 'CancelOrders', account: 0, orderIds: 'all' },
    { kind: 'Deposit', wallet: 0, amount: -5 },
    { kind: 'SetMode', mode: 'open', request: { by: null, key: '', hash: '' } },
    {},
    [],
  ]);
  return client.send(broken as Command, dice, { isPatient: false });
}

function anyCommand(acting: Acting): Command {
  const { account, dice } = acting;
  const market = acting.market().id;
  const of = { account, wallet: acting.wallet(0).id, market, amount: (1 + dice.below(UNIT)) as never };
  return dice.pick<Command>([
    { kind: 'SplitPosition', ...of },
    { kind: 'MergePositions', ...of },
    { kind: 'CancelMatching', account, market, outcome: null },
    newOrder(acting),
  ]);
}

export const HOSTILE: readonly Action[] = [
  { kind: 'same key at once', weight: 15, needs: 'repeats', act: sameKeyAtOnce },
  { kind: 'same key, other body', weight: 12, needs: 'repeats', act: sameKeyOtherBody },
  { kind: 'same key later', weight: 8, needs: 'repeats', act: sameKeyLater },
  { kind: 'malformed', weight: 10, act: malformed },
];
