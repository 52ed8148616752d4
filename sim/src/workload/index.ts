/** Accounts that trade, cancel, split and merge, and ask again until they know what became of it. */
import { hash } from 'node:crypto';
import {
  accountId,
  address,
  type Command,
  conditionId,
  type MarketDefinition,
  marketId,
  micros,
  type OrderId,
  orderId,
  tokenId,
  walletId,
} from '@bellwether/engine';
import type { Dice } from '../dice/dice.ts';
import type { World } from '../world.ts';

const ACCOUNTS = 5;
const MARKETS = 3;
const UNIT = 1_000_000;
/** Until a command is sent again that may not have been carried out. */
const AGAIN_MS = 200;
/** Between two commands, at most. */
const BETWEEN_MS = 600;

/** Resolves when every command is answered. */
export async function startWorkload(world: World): Promise<void> {
  const dice = world.dice.fork('workload');
  const submit = async (command: Command): Promise<void> => {
    for (;;) {
      const answer = await dice.pick(world.gateways).submit(command);
      if (answer.kind === 'outcome') return;
      await pause(world, AGAIN_MS);
    }
  };
  for (const [index, command] of setUpCommands().entries()) {
    await submit(Object.assign(command, { request: { by: null, key: `set-up-${index}`, hash: 'f'.repeat(32) } }));
  }
  const waiting: Promise<void>[] = [];
  for (let salt = 0; salt < world.commands; salt++) {
    waiting.push(submit(someCommand(dice, salt)));
    await pause(world, dice.fraction() * BETWEEN_MS);
  }
  await Promise.all(waiting);
}

const pause = (world: World, ms: number): Promise<void> => new Promise((resolve) => world.timers.after(ms, resolve));

const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;

const idOf = (salt: number): OrderId => orderId(`0x${hash('sha256', `order ${salt}`, 'hex')}`);

function setUpCommands(): Command[] {
  const accounts = Array.from(
    { length: ACCOUNTS },
    (_, account): Command => ({
      kind: 'OpenAccount',
      address: address(hex(account * 2 + 1, 40)),
      depositWallet: address(hex(account * 2 + 2, 40)),
      startingBalance: micros(1_000_000 * UNIT),
    }),
  );
  const markets = Array.from({ length: MARKETS }, (_, index) => market(index));
  return [...accounts, { kind: 'AddToCatalog', tags: [], series: [], events: [], markets }];
}

function someCommand(dice: Dice, salt: number): Command {
  const account = dice.below(ACCOUNTS);
  const owner = { account: accountId(account), wallet: walletId(account * 2), market: marketId(dice.below(MARKETS)) };
  const kind = dice.weighted([
    [8, 'place'],
    [1, 'cancel'],
    [0.6, 'SplitPosition'],
    [0.4, 'MergePositions'],
  ] as const);
  if (kind === 'cancel') {
    return { kind: 'CancelOrders', account: owner.account, orderIds: [idOf(Math.max(0, salt - dice.below(200)))] };
  }
  if (kind !== 'place') return { kind, ...owner, amount: micros(dice.between(1, 100) * UNIT) };
  const side = dice.chance(0.6) ? 'BUY' : 'SELL';
  const shares = dice.between(5, 55) * UNIT;
  const money = (shares / 100) * (35 + dice.below(20) + (side === 'SELL' ? 10 : 0));
  return {
    kind: 'PlaceOrder',
    ...owner,
    orderId: idOf(salt),
    apiKey: `key-${account}`,
    outcome: dice.chance(0.5) ? 0 : 1,
    side,
    type: dice.chance(0.1) ? 'FAK' : 'GTC',
    postOnly: false,
    makerAmount: micros(side === 'BUY' ? money : shares),
    takerAmount: micros(side === 'BUY' ? shares : money),
    expiration: 0,
    builder: '',
  };
}

function market(index: number): MarketDefinition {
  const texts = { question: `Market ${index}?`, description: '', resolutionSource: '', image: '', icon: '' };
  const dates = { startDate: '', endDate: '', gameStartTime: '', createdAt: '', updatedAt: '' };
  const flags = { active: true, closed: false, archived: false, acceptingOrders: true, enableOrderBook: true };
  return {
    ...texts,
    ...dates,
    ...flags,
    id: null,
    conditionId: conditionId(hex(index + 1, 64)),
    questionId: hex(index + 1, 64),
    slug: `market-${index}`,
    groupItemTitle: '',
    outcomes: ['Yes', 'No'],
    tokenIds: [tokenId(String(1_000 + index * 2)), tokenId(String(1_001 + index * 2))],
    tick: 100,
    minimumSize: micros(5 * UNIT),
    takerFeeRate: index % 2 === 0 ? 0 : 200,
    makerFeeRate: 0,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    fpmm: '',
    notificationsEnabled: false,
    acceptingOrderTimestamp: '',
    secondsDelay: 0,
    rewardsMinSize: 0,
    rewardsMaxSpread: 0,
    is5050Outcome: false,
    tagLabels: [],
    payouts: null,
  };
}
