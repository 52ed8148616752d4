/**
 * Asks one venue for the given paths in turn, at a fixed rate, as a process of its own, so that receiving pages does not
 * disturb the one that measures. Prints how many answers it got when told to stop.
 */
import { runPaced } from '../shared/http-load.ts';

const [port = '', perSecond = '', ...paths] = process.argv.slice(2);
const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`));
const SECONDS_MAX = 3_600;
let answers = 0;

process.on('SIGTERM', () => {
  process.stdout.write(`${answers}\n`);
  process.exit(0);
});

await runPaced({
  port: Number(port),
  connections: 4,
  perSecond: Number(perSecond),
  secondsMax: SECONDS_MAX,
  next: () => requests[answers++ % requests.length] ?? null,
});
