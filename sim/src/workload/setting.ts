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
  type MarketId,
  micros,
  TICKS,
  type WalletId,
} from '@bellwether/engine';
import { catalogEventDefinition, marketDefinition, tagDefinition } from '@bellwether/engine/testing';
import type { Dice } from '../dice/dice.ts';

export const UNIT = 1_000_000;
export const EVENTS = { race: catalogId(7), election: catalogId(8), plain: catalogId(9) } as const;
export const SERIES = catalogId(5);

/** Addresses of the few names that every run uses. */
const addresses = new Map<string, Address>();

export function addressOf(name: string): Address {
  const known = addresses.get(name) ?? address(`0x${hash('sha256', name, 'hex').slice(0, 40)}`);
  addresses.set(name, known);
  return known;
}

export const ownAddress = (trader: number): Address => addressOf(`trader ${trader}`);

/** Money that a trader starts with in each of its two wallets, mostly not enough for everything. */
const BALANCES = [0, 20 * UNIT, 300 * UNIT, 2_000 * UNIT, 50_000 * UNIT] as const;
const MINIMUM_SIZES = [1, 1, 1_000, UNIT, 5 * UNIT] as const;
const FEES = [0, 0, 35, 200, 700, 10_000] as const;

/** Returns the setup commands, each of which waits for the one before, the hot markets, and the number of markets. */
export function opening(dice: Dice, traders: number) {
  const accounts = Array.from({ length: traders }, (_, trader) => ({
    kind: 'OpenAccount' as const,
    address: ownAddress(trader),
    depositWallet: addressOf(`deposit wallet ${trader}`),
    startingBalance: micros(dice.pick(BALANCES)),
  }));
  let next = 0;
  const markets = (count: number, given: Partial<MarketDefinition>): MarketDefinition[] =>
    Array.from({ length: count }, () => newMarket(dice, next++, given));
  const event = (id: (typeof EVENTS)[keyof typeof EVENTS], slug: string, negRisk: boolean, count: number) => ({
    event: { ...catalogEventDefinition({ id, slug, negRisk, tagSlugs: ['news'] }), seriesSlugs: ['daily'] },
    markets: markets(count, { negRisk }),
  });
  const catalog: Command = {
    kind: 'AddToCatalog',
    tags: [tagDefinition('news')],
    series: [series()],
    events: [
      event(EVENTS.race, 'race', true, dice.between(3, 4)),
      event(EVENTS.election, 'election', true, dice.between(1, 3)),
      event(EVENTS.plain, 'game-night', false, 2),
    ],
    markets: markets(dice.between(2, 4), {}),
  };
  return { commands: [...accounts, catalog], hot: [0, dice.below(next), dice.below(next)], markets: next };
}

/** Pairs to trade with, once accounts and markets exist. */
export function firstPairs(dice: Dice, account: AccountId, wallet: WalletId, markets: number): readonly Command[] {
  const some = Array.from({ length: markets }, (_, market) => market as MarketId).filter(() => dice.chance(0.5));
  return some.map((market) => {
    const amount = micros(dice.pick([3, 1_001, UNIT + 7, 15 * UNIT, 40 * UNIT]));
    return { kind: 'SplitPosition', account, wallet, market, amount };
  });
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
