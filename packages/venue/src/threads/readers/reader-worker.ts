/** Entry of a reader thread. */
import { flushCompileCache } from 'node:module';
import { workerEntry } from '../../runtime/channels.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { standBack } from '../thread-priority.ts';
import { ReadService } from './read-service.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';

const { data, channel } = workerEntry<ReaderWorkerData, ReadReply, ReadRequest | 'stop'>();
standBack();
new ReadService({ ...data, channel, runtime: MACHINE }).start();
flushCompileCache();
