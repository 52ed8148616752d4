/** Splits, merges and conversions in events with one winner, and the same as relayer batches. */
import { hash } from 'node:crypto';
import { type CatalogEvent, type MarketId, micros, type RelayStep } from '@bellwether/engine';
import type { Acting, Action } from '../acting.ts';
import { someAmount } from '../amounts.ts';
import { addressOf } from '../setting.ts';

const OTHERS = 0.02;

function split(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const market = acting.market().id;
  const { id: wallet, free } = acting.wallet(OTHERS);
  return acting.send({ kind: 'SplitPosition', account, wallet, market, amount: someAmount(dice, free) });
}

function merge(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const { id: wallet, positions } = acting.wallet(OTHERS);
  const held = [...positions.keys()];
  const market = held.length > 0 && dice.chance(0.8) ? dice.pick(held) : acting.market().id;
  const [yes, no] = positions.get(market)?.free ?? [0, 0];
  return acting.send({ kind: 'MergePositions', account, wallet, market, amount: someAmount(dice, Math.min(yes, no)) });
}

/** NO shares of some markets of an event, usually ones that the wallet has. */
function convert(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const { id: wallet, positions } = acting.wallet(OTHERS);
  const event = eventFor(acting);
  const freeNo = (market: MarketId): number => positions.get(market)?.free[1] ?? 0;
  const rich = event.markets.filter((market) => freeNo(market) > 0);
  const wanted = dice.chance(0.9) && rich.length > 0 ? rich : event.markets;
  const markets = wanted.filter(() => dice.chance(0.7));
  if (dice.chance(0.04)) markets.push(0 as MarketId);
  const amount = someAmount(dice, Math.min(...markets.map(freeNo), 1e12));
  return acting.send({ kind: 'ConvertPositions', account, wallet, catalogEvent: event.id, markets, amount });
}

/** Usually the next batch of a scheme. A batch with too high a nonce is refused, and so is a repeated one. */
function relay(acting: Acting): Promise<unknown> {
  const { account, dice, client, state } = acting;
  const type = dice.pick(['SAFE-CREATE', 'SAFE', 'SAFE', 'PROXY', 'PROXY', 'PROXY'] as const);
  const scheme = type === 'SAFE-CREATE' ? 'SAFE' : type;
  const nonce = type === 'SAFE-CREATE' ? 0 : (state.accounts[account]?.relayNonces[scheme] ?? 0);
  const wallet = addressOf(`${scheme} of trader ${client.trader}`);
  const id = `0x${hash('sha256', acting.name('relayed'), 'hex')}`;
  return acting.send({
    kind: 'RelayTransaction',
    type,
    account,
    wallet,
    nonce: nonce + (dice.chance(0.05) ? 1 : 0),
    steps: type === 'SAFE-CREATE' ? [] : Array.from({ length: dice.between(1, 4) }, () => stepOf(acting)),
    startingBalance: micros(60_000_000),
    record: { id, to: wallet, data: '0x', metadata: '', builder: null },
  });
}

function stepOf(acting: Acting): RelayStep {
  const market = acting.market().id;
  return acting.dice.weighted<RelayStep>([
    [6, { kind: 'SplitPosition', market, amount: someAmount(acting.dice, 10_000_000) }],
    [3, { kind: 'MergePositions', market, amount: micros(1) }],
    [1, { kind: 'RedeemPositions', market }],
  ]);
}

function eventFor(acting: Acting): CatalogEvent {
  const all = [...acting.state.catalogEvents.values()];
  const fit = all.filter(({ negRisk, closed }) => negRisk && !closed);
  return fit.length > 0 && acting.dice.chance(0.95) ? acting.dice.pick(fit) : acting.pick(all);
}

export const POSITIONS: readonly Action[] = [
  { kind: 'split', weight: 60, needs: 'pairs', act: split },
  { kind: 'merge', weight: 45, needs: 'pairs', act: merge },
  { kind: 'convert', weight: 40, needs: 'pairs', act: convert },
  { kind: 'relay', weight: 20, needs: 'pairs', act: relay },
];
