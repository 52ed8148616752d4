/** Entry of a reader thread. */

import { workerEntry } from '../../runtime/channels.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { standBack } from '../thread-priority.ts';
import { tidyStart } from '../tidy-start.ts';
import { ReadService } from './read-service.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';

const { data, channel } = workerEntry<ReaderWorkerData, ReadReply, ReadRequest | 'stop'>();
standBack();
new ReadService({ ...data, channel, runtime: MACHINE }).start();
tidyStart();
