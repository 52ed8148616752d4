/** A request repeated long after it was answered: unchanged, or with another body. */
import type { Act } from '../acting.ts';
import { keyed } from '../client.ts';
import { anyCommand } from './hostile.ts';

/** Requests are remembered for a day; these delays target parts that forget sooner. */
const LATER_MS = [1_000, 20_000, 61_000, 75_000, 130_000] as const;

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
