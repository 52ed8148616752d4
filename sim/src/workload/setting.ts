/**
 * The venue at the start of a run: accounts with money, events and markets of every kind, and some pairs for every
 * trader. The seed decides the terms of the markets. Each setup command is a no-op when repeated or carries a key.
 */
import { hash } from 'node:crypto';
import {
  type AccountId,
  type Address,
  address,
  type Command,
  catalogId,
  type MarketDefinition,
  micros,
  TICKS,
} from '@bellwether/engine';
import { catalogEventDefinition, marketDefinition, tagDefinition } from '@bellwether/engine/testing';
import type { Dice } from '../dice/dice.ts';

export const UNIT = 1_000_000;
/** Targets of comments. */
export const EVENTS = { race: catalogId(7), election: catalogId(8), plain: catalogId(9) } as const;
export const SERIES = catalogId(5);

/** Addresses of the few names that every run uses. */
const addresses = new Map<string, Address>();

export function addressOf(name: string): Address {
  const known = addresses.get(name);
  if (known !== undefined) return known;
  const made = address(`0x${hash('sha256', name, 'hex').slice(0, 40)}`);
  addresses.set(name, made);
  return made;
}

export const ownAddress = (trader: number): Address => addressOf(`trader ${trader}`);

/** Money that a trader starts with in each of its two wallets, mostly not enough for everything. */
const BALANCES = [0, 20 * UNIT, 300 * UNIT, 2_000 * UNIT, 50_000 * UNIT] as const;
const MINIMUM_SIZES = [1, 1, 1_000, UNIT, 5 * UNIT] as const;
const FEES = [0, 0, 35, 200, 700, 10_000] as const;

export interface Setting {
  /** Commands in order; each waits for the one before. */
  readonly commands: readonly Command[];
  /** Indexes of the markets that attract most of the trade. */
  readonly hot: readonly number[];
  readonly markets: number;
}

export function opening(dice: Dice, traders: number): Setting {
  const commands: Command[] = [];
  for (let trader = 0; trader < traders; trader++) {
    commands.push({
      kind: 'OpenAccount',
      address: ownAddress(trader),
      depositWallet: addressOf(`deposit wallet ${trader}`),
      startingBalance: micros(dice.pick(BALANCES)),
    });
  }
  let next = 0;
  const markets = (count: number, given: Partial<MarketDefinition>): MarketDefinition[] =>
    Array.from({ length: count }, () => newMarket(dice, next++, given));
  const event = (id: (typeof EVENTS)[keyof typeof EVENTS], slug: string, negRisk: boolean, count: number) => ({
    event: { ...catalogEventDefinition({ id, slug, negRisk, tagSlugs: ['news'] }), seriesSlugs: ['daily'] },
    markets: markets(count, { negRisk }),
  });
  commands.push({
    kind: 'AddToCatalog',
    tags: [tagDefinition('news')],
    series: [series()],
    events: [
      event(EVENTS.race, 'race', true, dice.between(3, 4)),
      event(EVENTS.election, 'election', true, dice.between(1, 3)),
      event(EVENTS.plain, 'game-night', false, 2),
    ],
    markets: markets(dice.between(2, 4), {}),
  });
  const hot = [0, dice.below(next), dice.below(next)];
  return { commands, hot, markets: next };
}

/** Pairs to trade with, once accounts and markets exist. */
export function firstPairs(dice: Dice, account: AccountId, wallet: number, markets: number): Command[] {
  const commands: Command[] = [];
  for (let market = 0; market < markets; market++) {
    if (!dice.chance(0.5)) continue;
    const amount = micros(dice.pick([3, 1_001, UNIT + 7, 15 * UNIT, 40 * UNIT]));
    commands.push({ kind: 'SplitPosition', account, wallet: wallet as never, market: market as never, amount });
  }
  return commands;
}

export function newMarket(dice: Dice, index: number, given: Partial<MarketDefinition>): MarketDefinition {
  return marketDefinition(index, {
    tick: dice.pick(TICKS),
    minimumSize: micros(dice.pick(MINIMUM_SIZES)),
    takerFeeRate: dice.pick(FEES),
    ...given,
  });
}

function series() {
  const text = { seriesType: '', recurrence: '', image: '', icon: '', createdAt: '', updatedAt: '' };
  const flags = { active: true, closed: false, archived: false };
  return { id: SERIES, slug: 'daily', ticker: 'daily', title: 'Daily', ...text, ...flags };
}
