/**
 * `npm run order:path`: lists the project's files that run between the bytes of an order and its answer, according to
 * the engine's call counts. The gateway, the exchange and its log are those of the gateway's tests, in one thread: real
 * ones, except for an in-memory log: the journal's adapter is not listed. Files of the rows count by themselves: here
 * they run before the answer, in a venue after it. Files that run for each of a few orders count: timers fire for some
 * only.
 */
import { Session } from 'node:inspector/promises';
import { capTable } from '@bellwether/contract';
import { portOf } from './raw-socket.ts';
import { endStacks, startStack } from './stack.ts';
import { addMarket, Trader } from './trader.ts';

const PACKAGE_FILE = /\/packages\/([a-z-]+\/src\/.*)$/;
/** Code that only a process of tests has, and observers of the rows. */
const BESIDE =
  /^venue\/src\/(?:runtime\/(?:manual|channels)|one-thread|ops\/metrics)|^contract\/src\/displayed-price|\/testing\//;
const OF_ROWS =
  /^read-model\/src\/(?!read\.)|^venue\/src\/threads\/(?:projector|readers)|^ports\/src\/follow-log|^ledger\/src\/adapters/;
const OF_CAPS = /^gateway\/src\/(?:limits|http\/plugins\/(?:caps|client-address|work)\.)/;

/** Orders placed to warm up the path, and those whose files count. */
const WARM = 3;
const COUNTED = 5;

/** Prints the files by folder, and their number. */
async function printPath(): Promise<void> {
  const stack = await startStack({ limits: capTable() });
  try {
    const market = await addMarket(stack, 'Is it counted?');
    const trader = await Trader.open(stack, '1');
    const url = `http://127.0.0.1:${await portOf(stack.app)}`;
    const requests: RequestInit[] = [];
    for (let cents = 40; cents < 40 + WARM + COUNTED; cents++) {
      const { body } = await trader.sign({ tokenId: market.yes, side: 'BUY', price: `0.${cents}`, size: '10' });
      const text = JSON.stringify(body);
      const headers = { ...trader.headers('POST', '/order', text), 'content-type': 'application/json' };
      requests.push({ method: 'POST', headers, body: text });
    }
    const place = async (request: RequestInit): Promise<void> => {
      const answer = await fetch(`${url}/order`, request);
      if (answer.status !== 200) throw new Error(await answer.text());
      await answer.text();
    };
    for (const request of requests.slice(0, WARM)) await place(request);
    let files: readonly string[] | null = null;
    for (const request of requests.slice(WARM)) {
      const ran: readonly string[] = await filesRunBy(() => place(request));
      files = (files ?? ran).filter((file) => ran.includes(file));
    }
    printFiles(files ?? []);
  } finally {
    await stack.close();
  }
}

async function filesRunBy(run: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  return ran
    .flatMap(({ url }) => PACKAGE_FILE.exec(url)?.[1] ?? [])
    .filter((file) => !BESIDE.test(file))
    .sort();
}

function printFiles(files: readonly string[]): void {
  const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')).replace('/src', ''));
  for (const [folder, inside] of folders)
    process.stdout.write(
      `  ${folder}: ${inside.map((file) => file.slice(file.lastIndexOf('/') + 1, -3)).join(', ')}\n`,
    );
  const counted = (isOf: (file: string) => boolean): number => files.filter(isOf).length;
  const rows = counted((file) => OF_ROWS.test(file));
  const [engine, caps] = [counted((file) => file.startsWith('engine/')), counted((file) => OF_CAPS.test(file))];
  process.stdout.write(
    `\n  ${files.length - rows} files to the answer, ${engine} of them the engine's and ${caps} of the caps; ${rows} of the rows\n`,
  );
}

await printPath();
await endStacks();
