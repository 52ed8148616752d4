import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { bookContender } from './book-contender.ts';
import { engineContender } from './engine-contender.ts';
import { peerContender } from './peer-contender.ts';
import { createStream } from './stream.ts';

const s = createStream(20_240_601, 1_000_000);
const c =
  process.argv[2] === 'book' ? bookContender(s) : process.argv[2] === 'peer' ? peerContender(s) : engineContender(s);
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 500 });
for (let i = 0; i < 3; i++) {
  const r = c.start();
  if (i > 0) session.post('Profiler.start');
  const t = performance.now();
  r.perform();
  console.log((1e9 / (performance.now() - t)) | 0);
  if (i > 0)
    session.post('Profiler.stop', (_e, x) => writeFileSync(`/tmp/prof/p${i}.cpuprofile`, JSON.stringify(x.profile)));
}
