import { expect, test } from 'vitest';
import type { Command } from '../command.ts';
import { COMMAND_LENGTH_MAX, METADATA_DEPTH_MAX } from '../limits.ts';
import { askingCommand } from '../testing/asking-commands.ts';
import { communityCommand } from '../testing/community-commands.ts';
import { Dice } from '../testing/dice.ts';
import { CommandFactory } from '../testing/generators.ts';
import { grantCommand } from '../testing/grant-commands.ts';
import { heartbeatCommand } from '../testing/heartbeat-commands.ts';
import { seededIntents } from '../testing/intents.ts';
import { keyCommand } from '../testing/key-commands.ts';
import { resultCommand } from '../testing/result-commands.ts';
import { rightsCommand } from '../testing/rights-commands.ts';
import { Shadow } from '../testing/shadow.ts';
import { COMMAND_SHAPES, decodeCommand } from './decode-command.ts';

const TIMERS: readonly string[] = [
  ...['SettleMarket', 'ExpireOrders', 'EndTrading', 'ExpireHeartbeats', 'RenewHeartbeats', 'EndKeys', 'AdoptRules'],
  'ConfirmResults',
  'OpenTrading',
  'SweepSuspended',
];

function madeUpCommands(): Command[] {
  const factory = new CommandFactory();
  const commands = factory.opening().map(({ command }) => command);
  for (const intent of seededIntents(3, 3_000, true)) commands.push(factory.next(intent).command);
  const { state } = Shadow.opened();
  for (let seed = 0; seed < 500; seed++)
    commands.push(
      askingCommand(new Dice(seed), 1_700_000_000_000, { markets: 3, suggestions: 3, orders: seed }),
      communityCommand(new Dice(seed), 5),
      grantCommand(new Dice(seed), state),
      heartbeatCommand(new Dice(seed), state, `beat-${seed}`),
      keyCommand(new Dice(seed), state, 1_000),
      resultCommand(new Dice(seed), state),
      rightsCommand(new Dice(seed), 1_000),
    );
  const changes = { name: 'Club', logo: null };
  return [...commands, { kind: 'SetLooks', changes }, { kind: 'ConfirmResults' }];
}

test('decode: every command comes back as it was, but those that no one may submit [D33]', () => {
  const seen = new Set<string>();
  for (const command of madeUpCommands()) {
    const decoded = decodeCommand(JSON.stringify(command));
    if (TIMERS.includes(command.kind)) {
      expect(decoded).toEqual({
        kind: 'malformed',
        problem: 'the kind of the command is not known, or not for anyone to submit',
      });
    } else {
      expect(decoded).toEqual({ kind: 'decoded', command });
      seen.add(command.kind);
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(COMMAND_SHAPES).sort());
});

const ORDER = {
  ...{ kind: 'PlaceOrder', orderId: `0x${'ab'.repeat(32)}`, account: 0, wallet: 1, apiKey: 'key-1', market: 2 },
  ...{ outcome: 0 },
  ...{ side: 'BUY', type: 'GTC', postOnly: false, makerAmount: 500_000, takerAmount: 1_000_000, expiration: 0 },
  ...{ builder: '' },
};

const text = (changes: Record<string, unknown>): string => JSON.stringify({ ...ORDER, ...changes });

const nested = (levels: number): unknown => (levels === 0 ? 1 : { inner: nested(levels - 1) });

const relayed = (steps: unknown): string =>
  JSON.stringify({
    ...{ kind: 'RelayTransaction', type: 'SAFE', account: 0, wallet: `0x${'ab'.repeat(20)}`, nonce: 0, steps },
  });

const reversed = (scope: unknown, to: unknown): string =>
  JSON.stringify({ kind: 'ReverseResult', scope, to, by: 'me', note: 'so' });

const STEPS = 'SplitPosition, MergePositions, ConvertPositions, RedeemPositions, AddKey, RevokeKey';

const EVENT = {
  ...{ id: null, slug: 's', ticker: '', title: '', description: '', resolutionSource: '', image: '', icon: '' },
  ...{ startDate: '', endDate: '', creationDate: '', createdAt: '', updatedAt: '', active: true, closed: false },
  ...{ archived: false, negRisk: false, negRiskMarketId: '', tagSlugs: [], seriesSlugs: [], sites: [], creator: '' },
};

const withMetadata = (metadata: unknown): string =>
  JSON.stringify({
    kind: 'AddToCatalog',
    ...{ tags: [], series: [], markets: [], events: [{ event: { ...EVENT, metadata }, markets: [] }] },
  });

test.each<[string, string]>([
  ['', 'the command is not JSON'],
  ['{"kind":"SetMode","mode":"open"', 'the command is not JSON'],
  ['{"kind":"SetMode","mode":"\ud800"}', 'the command is not well-formed text'],
  ['null', 'the command has no kind'],
  ['7', 'the command has no kind'],
  ['[]', 'the command has no kind'],
  ['{"kind":"toString"}', 'the kind of the command is not known, or not for anyone to submit'],
  ['{"kind":["SetMode"]}', 'the kind of the command is not known, or not for anyone to submit'],
  ['{"kind":"SetMode"}', 'SetMode.mode is missing'],
  ['{"kind":"SetMode","mode":"shut"}', 'SetMode.mode must be one of open, post_only, cancel_only, disabled'],
  ['{"kind":"SetMode","mode":"open","now":1}', 'SetMode has an unknown field: now'],
  ['{"kind":"SetMode","mode":"open","__proto__":1}', 'SetMode has an unknown field: __proto__'],
  [text({ side: undefined }), 'PlaceOrder.side is missing'],
  [text({ side: 'buy' }), 'PlaceOrder.side must be one of BUY, SELL'],
  [text({ outcome: 2 }), 'PlaceOrder.outcome must be one of 0, 1'],
  [text({ account: -1 }), 'PlaceOrder.account must be a whole number of 0 or more'],
  [text({ account: 0.5 }), 'PlaceOrder.account must be a whole number of 0 or more'],
  [text({ account: '0' }), 'PlaceOrder.account must be a whole number of 0 or more'],
  [text({}).replace('"market":2', '"market":-0'), 'PlaceOrder.market must be a whole number of 0 or more'],
  [text({ makerAmount: 2 ** 53 }), 'PlaceOrder.makerAmount must be a whole number of micros'],
  [text({}).replace('500000', '1e999'), 'PlaceOrder.makerAmount must be a whole number of micros'],
  [text({ orderId: `0x${'AB'.repeat(32)}` }), 'PlaceOrder.orderId must be an order id'],
  [text({ apiKey: 'a\u0000' }), 'PlaceOrder.apiKey must be at most 128 printable characters'],
  [text({ apiKey: 'a'.repeat(129) }), 'PlaceOrder.apiKey must be at most 128 printable characters'],
  ['{"kind":"BindAndPlace","wallet":"0x1","order":{}}', 'BindAndPlace.wallet must be a lower-case address'],
  ['{"kind":"CancelOrders","account":0,"orderIds":["0x1"]}', 'CancelOrders.orderIds.0 must be an order id'],
  ['{"kind":"CancelOrders","account":0,"orderIds":{"length":1}}', 'CancelOrders.orderIds must be a list'],
  ['{"kind":"ResolveMarket","market":0,"payouts":[1]}', 'ResolveMarket.payouts must have two items'],
  ['{"kind":"ResolveMarket","market":0,"payouts":[1,"1"]}', 'ResolveMarket.payouts.1 must be a finite number'],
  ['{"kind":"ConfirmResult","market":0,"by":"me"}', 'ConfirmResult.note is missing'],
  [
    reversed({ market: 0, catalogEvent: 1 }, { kind: 'open' }),
    'ReverseResult.scope has an unknown field: catalogEvent',
  ],
  [reversed({}, { kind: 'open' }), 'ReverseResult.scope.catalogEvent is missing'],
  [reversed({ market: 0 }, { kind: 'void' }), 'ReverseResult.to.kind must be one of payouts, winners, refund, open'],
  ['{"kind":"UpdateMarket","market":0,"changes":{"slug":"x"}}', 'UpdateMarket.changes has an unknown field: slug'],
  ['{"kind":"UpdateMarket","market":0,"changes":[]}', 'UpdateMarket.changes must be an object'],
  [relayed([{ kind: 'Deposit' }]), `RelayTransaction.steps.0.kind must be one of ${STEPS}`],
  [relayed([7]), `RelayTransaction.steps.0.kind must be one of ${STEPS}`],
  [
    relayed([{ kind: 'RedeemPositions', market: -1 }]),
    'RelayTransaction.steps.0.market must be a whole number of 0 or more',
  ],
  ['{"kind":"RemoveComment","comment":0,"account":null}', 'RemoveComment.comment must be a number from 1'],
  [withMetadata([]), 'AddToCatalog.events.0.event.metadata must be an object'],
  [
    withMetadata(nested(METADATA_DEPTH_MAX + 1)),
    `AddToCatalog.events.0.event.metadata must be nested at most ${METADATA_DEPTH_MAX} levels deep`,
  ],
])('decode: %j', (json, problem) => expect(decodeCommand(json)).toEqual({ kind: 'malformed', problem }));

test('decode: as deep as it may be', () =>
  expect(decodeCommand(withMetadata(nested(METADATA_DEPTH_MAX))).kind).toBe('decoded'));

test('decode: too long to be looked at', () =>
  expect(decodeCommand(' '.repeat(COMMAND_LENGTH_MAX + 1))).toEqual({
    kind: 'malformed',
    problem: `the command is longer than ${COMMAND_LENGTH_MAX} characters`,
  }));

test('decode: nesting without end is a value too', () => {
  expect(decodeCommand(`${'['.repeat(1_000_000)}`).kind).toBe('malformed');
  expect(decodeCommand(`${'{"kind":'.repeat(100_000)}1${'}'.repeat(100_000)}`).kind).toBe('malformed');
});
