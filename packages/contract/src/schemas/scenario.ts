/**
 * A scenario: the initial state of a sandbox, its traders, and its scheduled events. Scenario files may have comments.
 */
import { Type } from 'typebox';
import { strict } from '../described.ts';
import { EventInput } from './catalog-input.ts';
import { Duration, MOMENT_OR_NOW_PATTERN } from './common.ts';
import { FaultWish } from './sandbox-faults.ts';
import { LatencyModel } from './sandbox-latency.ts';
import { VENUE_MODES } from './venue.ts';

export const ScenarioName = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,59}$',
  description: 'small letters, digits and hyphens',
});
const name = ScenarioName;
const market = Type.String({ minLength: 1, maxLength: 300, description: 'slug of a market' });
const price = Type.Number({ minimum: 0.001, maximum: 0.999, description: 'of one share of the first outcome' });
const shares = Type.Number({ minimum: 0.01, maximum: 10_000_000, description: 'shares' });

export const ScenarioAccount = strict({
  name,
  key: Type.Optional(
    Type.String({
      pattern: '^0x[0-9a-fA-F]{64}$',
      description: 'private key of a wallet that you trade with; play only',
    }),
  ),
  balance: Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'collateral that it begins with' }),
});
export type ScenarioAccount = Type.Static<typeof ScenarioAccount>;

const trader = {
  account: { ...name, description: 'one of the accounts; it trades by itself' },
  market,
  every: { ...Duration, description: 'how often it acts, 100 ms at least' },
};

/** A trader that quotes around its believed price and ignores everything else. */
export const ScenarioMaker = strict({
  kind: Type.Literal('maker'),
  ...trader,
  spread: Type.Number({ minimum: 0.002, maximum: 0.9, description: 'between its best bid and offer' }),
  size: { ...shares, description: 'shares of each quote' },
  levels: Type.Integer({ minimum: 1, maximum: 10, description: 'quotes on each side, one tick apart' }),
});
export type ScenarioMaker = Type.Static<typeof ScenarioMaker>;

/** A trader that takes orders that are cheap by its believed price, and sometimes any order. */
export const ScenarioTaker = strict({
  kind: Type.Literal('taker'),
  ...trader,
  size: { ...shares, description: 'shares at most' },
  noise: Type.Number({ minimum: 0, maximum: 1, description: 'share of its trades that follow no belief' }),
});
export type ScenarioTaker = Type.Static<typeof ScenarioTaker>;

const does = <Kind extends string, Fields extends Record<string, Type.TSchema>>(
  kind: Kind,
  fields: Fields,
  description: string,
) => Type.Object({ kind: Type.Literal(kind), ...fields }, { additionalProperties: false, description });

export const ScenarioDeed = Type.Union([
  does('belief', { market, to: price }, 'news: what house traders believe of a market from now on'),
  does('mode', { mode: Type.Enum([...VENUE_MODES]) }, 'the venue’s mode changes'),
  does('orders', { market, accepted: Type.Boolean() }, 'a market stops to take orders, or takes them again'),
  does(
    'resolve',
    { market, winner: Type.Enum(['first', 'second', 'half']) },
    'a market is resolved and its holders are paid; the first outcome of a market of a negative-risk event decides all of it',
  ),
  does(
    'order',
    {
      account: name,
      market,
      outcome: Type.Enum(['first', 'second']),
      side: Type.Enum(['BUY', 'SELL']),
      price,
      size: shares,
      type: Type.Enum(['GTC', 'FAK', 'FOK']),
    },
    'an account places an order; `price` is that of the outcome that it names',
  ),
  does('cancel', { account: name }, 'an account cancels all that it has'),
  does(
    'deposit',
    { account: name, amount: Type.Number({ minimum: 0.01, maximum: 1_000_000_000 }) },
    'an account gets collateral',
  ),
  does(
    'comment',
    { account: name, market, body: Type.String({ minLength: 1, maxLength: 2_000 }) },
    'an account writes in the discussion of a market’s event',
  ),
  does('fault', { rule: FaultWish }, 'something goes wrong on purpose from now on'),
  does('disarm', {}, 'nothing goes wrong on purpose any more'),
]);
export type ScenarioDeed = Type.Static<typeof ScenarioDeed>;

export const SCENARIO_DEEDS_MAX = 10_000;

/** A whole scenario: the same file gives the same course of events. */
export const Scenario = strict({
  $schema: Type.Optional(Type.String()),
  name,
  about: Type.String({ maxLength: 1_000, description: 'what is to be learned from it' }),
  seed: Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'of all that is random in it' }),
  start: Type.String({
    pattern: MOMENT_OR_NOW_PATTERN,
    maxLength: 40,
    description: 'venue time at which it begins, ISO 8601, or `now`: the second at which it is begun',
  }),
  events: Type.Array(EventInput, { minItems: 1, maxItems: 50, description: 'as `POST /admin/events` takes them' }),
  beliefs: Type.Optional(
    Type.Array(strict({ market, is: price }), {
      maxItems: 500,
      description: 'what house traders believe at first; 0.5 of what is not named',
    }),
  ),
  accounts: Type.Array(ScenarioAccount, { maxItems: 200 }),
  traders: Type.Array(Type.Union([ScenarioMaker, ScenarioTaker]), { maxItems: 200 }),
  script: Type.Array(strict({ at: { ...Duration, description: 'after the start' }, do: ScenarioDeed }), {
    maxItems: SCENARIO_DEEDS_MAX,
  }),
  faults: Type.Optional(Type.Array(FaultWish, { maxItems: 100, description: 'what goes wrong from the start' })),
  latency: Type.Optional(LatencyModel),
});
export type Scenario = Type.Static<typeof Scenario>;

/** `POST /sandbox/scenario`: a built-in scenario by its name, or one of your own. */
export const ScenarioWish = strict({ name: Type.Optional(name), scenario: Type.Optional(Scenario) });

export const ScenarioStatus = Type.Object({
  running: Type.Union([Type.Object({ name: Type.String(), about: Type.String(), start: Type.String() }), Type.Null()], {
    description: 'what clients trade in; null: no scenario',
  }),
  ready: Type.Array(Type.Object({ name: Type.String(), about: Type.String() }), {
    description: 'those that come with the venue',
  }),
});
