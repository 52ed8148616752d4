/** Entry of a reader thread. */
import { MACHINE } from '../../runtime/machine.ts';
import { workerEntry } from '../../runtime/worker-entry.ts';
import { keepCompiled } from '../keep-compiled.ts';
import { releaseMemory } from '../release-memory.ts';
import { standBack } from '../thread-priority.ts';
import { ReadService } from './read-service.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';

const { data, channel } = workerEntry<ReaderWorkerData, ReadReply, ReadRequest | 'stop'>();
standBack();
new ReadService({ ...data, channel, runtime: MACHINE }).start();
keepCompiled();
releaseMemory();
