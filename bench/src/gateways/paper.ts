/** What more gateways would take, worked out from what one costs: for machines with more cores than the one at hand. */
import { count, median, print, printTable } from '../shared/report.ts';
import type { ThreadKind, ThreadTimes } from '../shared/thread-times.ts';

const GATEWAYS = [1, 2, 4, 8] as const;
const MICROS = 1_000_000;

/** `cost`: CPU microseconds per order of a venue of one gateway. `followingUs`: of a gateway that only follows. */
export function printPaper(cost: readonly ThreadTimes[], followingUs: number): void {
  const of = (kind: ThreadKind): number => median(cost.map((times) => times[kind]));
  const gatewayUs = of('gateway');
  print(`  a gateway that only follows takes ${followingUs.toFixed(1)} µs an order`);
  print('');
  const rows = GATEWAYS.map((gateways) => {
    // Each order costs one gateway all of it, and every other one its fold.
    const perSecond = (gateways * MICROS) / (gatewayUs + (gateways - 1) * followingUs);
    return [String(gateways), count(perSecond), ((perSecond * of('signatures')) / MICROS).toFixed(1)];
  });
  printTable(['on paper, gateways', 'they take, orders/s', 'cores for signatures'], rows);
  print(`  the exchange's one thread takes ${count(MICROS / of('exchange'))} orders/s`);
  print(`  the projector's one thread takes ${count(MICROS / of('projector'))} orders/s`);
  print('');
}
