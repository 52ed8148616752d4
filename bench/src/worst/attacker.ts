/**
 * One client that sends the same request as often as it can be paced, as a process of its own and from an address of its
 * own, whatever it is answered. Ends with SIGTERM, and says then how many answers it got.
 */
import { runPaced } from '../shared/http-load.ts';

const [port = '', perSecond = '', request = ''] = process.argv.slice(2);
const bytes = Buffer.from(request, 'base64');
const SECONDS_MAX = 3_600;
let sent = 0;

process.on('SIGTERM', () => {
  process.stdout.write(`${sent}\n`);
  process.exit(0);
});

await runPaced({
  port: Number(port),
  connections: 8,
  perSecond: Number(perSecond),
  secondsMax: SECONDS_MAX,
  from: '127.0.0.66',
  next: () => {
    sent++;
    return bytes;
  },
});
