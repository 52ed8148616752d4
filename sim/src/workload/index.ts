/**
 * The workload of a run: opens the venue, executes the plan, and finally checks that the venue still answers once the
 * faults have stopped.
 */
import type { Command } from '@bellwether/engine';
import { featuresOf } from '../features/table.ts';
import { hasId, isDecided } from '../venue/gateway-handle.ts';
import type { SimWorld } from '../venue/sim-world.ts';
import { Acting, type Knowledge, perform } from './acting.ts';
import { CLIENTS, Client, keyed, TRADERS } from './client.ts';
import { actionOf, isKept, makePlan, type Planned, placesFor } from './plan.ts';
import { commandsOfProbe, probe } from './probe.ts';
import { firstPairs, opening } from './setting.ts';

/** Maximum number of positions beyond the plan, if the plan has led to too few commands. */
const PLACES_MORE_MAX = 300;
const BETWEEN_MORE_MS = 20;

export async function startWorkload(world: SimWorld): Promise<void> {
  const dice = world.dice.fork('workload');
  const operator = new Client(world, CLIENTS, null);
  const traders = Array.from({ length: CLIENTS }, (_, index) => new Client(world, index, index % TRADERS));
  const { commands, hot, markets } = opening(dice.fork('setting'), TRADERS);
  for (const command of commands) await setUp(operator, command, `${command.kind}-${world.calls}`);
  await Promise.all(traders.slice(0, TRADERS).map((trader) => furnish(trader, operator, markets)));
  const known: Knowledge = { hot, placed: [], markets };
  const wanted = world.commands - commandsOfProbe(world);
  // All features that the seed has drawn: removing some leaves every other position as it is.
  const features = featuresOf(world.seed);
  const places = placesFor(Math.max(0, wanted - world.commandsReached), features);
  const plan = makePlan(dice.fork('plan'), places, traders.length, features);
  const actAt = async ({ index, client, kind }: Planned, inMs: number, until: number): Promise<void> => {
    await operator.pause(inMs);
    if (world.commandsReached >= until) return;
    const action = actionOf(kind);
    const actor = action.isOperators === true ? operator : (traders[client] ?? operator);
    world.count(`action ${kind}`);
    await perform(action, new Acting(world, index, actor, known));
  };
  let more = places;
  const actOn = async (until: number): Promise<void> => {
    for (const end = more + PLACES_MORE_MAX; more < end && world.commandsReached < until; more++) {
      const planned: Planned = { index: more, client: more % traders.length, kind: 'place', atMs: 0 };
      if (isKept(world.limits, planned)) await actAt(planned, BETWEEN_MORE_MS, until);
    }
  };
  const kept = plan.filter((planned) => isKept(world.limits, planned));
  await Promise.all(kept.map((planned) => actAt(planned, planned.atMs, wanted)));
  await actOn(wanted);
  await probe(world, traders, known);
  // Some clients may have had nothing to request.
  await actOn(world.commands);
}

/** Gives one trader money and pairs, step by step; several traders run at a time. */
async function furnish(trader: Client, operator: Client, markets: number): Promise<void> {
  const dice = trader.world.dice.fork('furniture').fork(trader.index);
  const state = operator.view?.state;
  const account = state === undefined ? null : trader.accountIn(state);
  const wallet = state === undefined ? undefined : trader.walletsIn(state)[0];
  if (account === null || wallet === undefined) return;
  for (const [index, command] of firstPairs(dice, account, wallet.id, markets).entries())
    await trader.send(keyed(command, account, `pairs-${index}`), dice);
}

/** Repeats a command until it is executed: the venue cannot be used without it. */
async function setUp(operator: Client, command: Command, key: string): Promise<void> {
  const dice = operator.world.dice.fork(key);
  const sent = hasId(command) ? command : keyed(command, null, key);
  while (!isDecided(await operator.send(sent, dice))) await operator.pause(100);
}
