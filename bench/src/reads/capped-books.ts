/** What counting costs where it weighs most: hot books with request caps on against the same with caps off, turn by turn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { queueOf, runLoad } from '../shared/http-load.ts';
import { type Bar, count, median, printTable } from '../shared/report.ts';
import { orderRequests, signOrders } from '../shared/signed-orders.ts';
import { openTradingFloor } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';

/** Far more than one client can send in the window, so that all is counted and nothing refused. */
const WIDE_CAPS = { trading: [{ requests: 1_000_000, seconds: 10 }], book: [{ requests: 1_000_000, seconds: 10 }] };

interface Contender {
  readonly venue: VenueProcess;
  readonly request: Buffer;
}

/** Rounds of `seconds` each; the first, which warms up, does not count unless it is the only one. */
export async function cappedBooks(rounds: number, seconds: number): Promise<Bar> {
  const folder = createDataDir();
  const contenders: Contender[] = [];
  try {
    const file = join(folder, 'limits.json');
    writeFileSync(file, JSON.stringify(WIDE_CAPS));
    for (const limits of [file, 'off']) {
      contenders.push(
        await openContender(await startVenue(join(folder, String(contenders.length)), { BELLWETHER_LIMITS: limits })),
      );
    }
    const ratios: number[] = [];
    const rows: string[][] = [];
    for (let round = 0; round <= rounds; round++) {
      const speeds: number[] = [];
      for (const contender of contenders) speeds.push(await booksPerSecond(contender, seconds));
      const [on = 0, off = 0] = speeds;
      if (round === 0 && rounds > 1) continue;
      ratios.push(on / off);
      rows.push(['book', count(on), count(off)]);
    }
    printTable(['', 'caps on /s', 'caps off /s'], rows);
    return { label: 'hot GET /book caps on / off', ratio: median(ratios), atLeast: 0.9 };
  } finally {
    for (const { venue } of contenders) await venue.stop();
    removeDataDir(folder);
  }
}

async function openContender(venue: VenueProcess): Promise<Contender> {
  const floor = await openTradingFloor(venue, 1, 4);
  const orders = orderRequests(signOrders(floor, 200, 1));
  await runLoad({ port: venue.port, connections: 4, next: queueOf(orders), secondsMax: 30 });
  const path = `/book?token_id=${floor.tokens[0]?.[0] ?? ''}`;
  return { venue, request: Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`) };
}

async function booksPerSecond({ venue, request }: Contender, seconds: number): Promise<number> {
  const load = await runLoad({ port: venue.port, connections: 64, next: () => request, secondsMax: seconds });
  if (load.statuses.size !== 1 || !load.statuses.has(200)) throw new Error('a book was refused');
  return load.requests / load.seconds;
}
