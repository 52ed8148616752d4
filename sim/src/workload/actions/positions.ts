/** Splits, merges and conversions in events with one winner, and the same as relayer batches. */
import { hash } from 'node:crypto';
import { type CatalogEvent, type MarketId, micros, type RelayStep, type State, type Wallet } from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { someAmount } from '../amounts.ts';
import { addressOf } from '../setting.ts';

export const split: Act = async (acting) => {
  const { dice, client, known, state } = acting;
  const market = state === null ? null : known.market(dice, state);
  const wallet = walletOf(acting);
  if (state === null || market === null || wallet === null) return;
  const account = client.accountIn(state) ?? wallet.account;
  const amount = someAmount(dice, wallet.free);
  await acting.send({ kind: 'SplitPosition', account, wallet: wallet.id, market: market.id, amount });
};

export const merge: Act = async (acting) => {
  const { dice, client, known, state } = acting;
  const wallet = walletOf(acting);
  if (state === null || wallet === null) return;
  const held = [...wallet.positions.keys()];
  const market = held.length > 0 && dice.chance(0.8) ? dice.pick(held) : known.market(dice, state)?.id;
  if (market === undefined) return;
  const [yes, no] = wallet.positions.get(market)?.free ?? [0, 0];
  const account = client.accountIn(state) ?? wallet.account;
  const amount = someAmount(dice, Math.min(yes, no));
  await acting.send({ kind: 'MergePositions', account, wallet: wallet.id, market, amount });
};

export const convert: Act = async (acting) => {
  const { client, state } = acting;
  const wallet = walletOf(acting);
  const catalogEvent = state === null ? null : eventFor(acting, state);
  if (state === null || wallet === null || catalogEvent === null) return;
  const account = client.accountIn(state) ?? wallet.account;
  const { markets, amount } = conversion(acting, catalogEvent, wallet);
  await acting.send({
    kind: 'ConvertPositions',
    account,
    wallet: wallet.id,
    catalogEvent: catalogEvent.id,
    markets,
    amount,
  });
};

/** Usually the next batch of a scheme. A batch with too high a nonce is refused, and so is a repeated one. */
export const relay: Act = async (acting) => {
  const { account, dice, client, state } = acting;
  if (state === null || account === null) return;
  const type = dice.pick(['SAFE-CREATE', 'SAFE', 'SAFE', 'PROXY', 'PROXY', 'PROXY'] as const);
  const scheme = type === 'SAFE-CREATE' ? 'SAFE' : type;
  const nonce = type === 'SAFE-CREATE' ? 0 : (state.accounts[account]?.relayNonces[scheme] ?? 0);
  const wallet = addressOf(`${scheme} of trader ${client.trader}`);
  const steps = type === 'SAFE-CREATE' ? [] : Array.from({ length: dice.between(1, 4) }, () => stepOf(acting, state));
  await acting.send({
    kind: 'RelayTransaction',
    type,
    account,
    wallet,
    nonce: nonce + (dice.chance(0.05) ? 1 : 0),
    steps: steps.filter((step) => step !== null),
    startingBalance: micros(60_000_000),
    record: {
      id: `0x${hash('sha256', acting.name('relayed'), 'hex')}`,
      to: wallet,
      data: '0x',
      metadata: '',
      builder: null,
    },
  });
};

function stepOf(acting: Acting, state: Readonly<State>): RelayStep | null {
  const { dice, known } = acting;
  const market = known.market(dice, state)?.id;
  if (market === undefined) return null;
  const amount = someAmount(dice, 10_000_000);
  return dice.weighted<RelayStep>([
    [6, { kind: 'SplitPosition', market, amount }],
    [3, { kind: 'MergePositions', market, amount: micros(1) }],
    [1, { kind: 'RedeemPositions', market }],
  ]);
}

/** NO shares of some markets of an event, usually ones that the wallet has. */
function conversion(
  { dice }: Acting,
  event: CatalogEvent,
  wallet: Wallet,
): { markets: MarketId[]; amount: ReturnType<typeof someAmount> } {
  const freeNo = (market: MarketId): number => wallet.positions.get(market)?.free[1] ?? 0;
  const rich = event.markets.filter((market) => freeNo(market) > 0);
  const wanted = dice.chance(0.9) && rich.length > 0 ? rich : event.markets;
  const markets = wanted.filter(() => dice.chance(0.7));
  if (dice.chance(0.04)) markets.push(0 as MarketId);
  return { markets, amount: someAmount(dice, Math.min(...markets.map(freeNo), 1e12)) };
}

function eventFor({ dice }: Acting, { catalogEvents }: Readonly<State>): CatalogEvent | null {
  const all = [...catalogEvents.values()];
  const fit = all.filter(({ negRisk, closed }) => negRisk && !closed);
  if (fit.length > 0 && dice.chance(0.95)) return dice.pick(fit);
  return all.length === 0 ? null : dice.pick(all);
}

/** Usually one of the client's own wallets. */
function walletOf({ dice, client, state }: Acting): Wallet | null {
  if (state === null) return null;
  const own = client.walletsIn(state);
  if (own.length > 0 && dice.chance(0.98)) return dice.chance(0.7) ? (own[0] ?? null) : dice.pick(own);
  return state.wallets.length === 0 ? null : dice.pick(state.wallets);
}
