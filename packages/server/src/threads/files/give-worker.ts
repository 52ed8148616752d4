/** Entry of the thread that reads files for a joining node: it reads no further ahead than that node has room for. */
import { PIECES_UNTAKEN_MAX } from '../../nodes/limits.ts';
import type { FromGiver, ToGiver } from '../../ports/node-files.ts';
import { workerEntry } from '../../runtime/worker-entry.ts';
import { standBack } from '../thread-priority.ts';
import type { GiveWorkerData } from './give-thread.ts';
import { givenFiles } from './given-files.ts';

const { data, channel } = workerEntry<GiveWorkerData, FromGiver, ToGiver>();
standBack();
let untaken = 0;
let hasRoom: () => void = () => undefined;
channel.receive(() => {
  untaken--;
  hasRoom();
});
try {
  for (const message of givenFiles(data)) {
    if (message.kind !== 'piece') {
      channel.send(message);
      continue;
    }
    while (untaken >= PIECES_UNTAKEN_MAX) {
      await new Promise<void>((resolve) => {
        hasRoom = resolve;
      });
    }
    untaken++;
    channel.send(message, [message.bytes.buffer]);
  }
} catch (error) {
  channel.send({ kind: 'refused', why: error instanceof Error ? error.message : String(error) });
}
channel.close();
