/**
 * The exchange as a further gateway has it: recovers a view of its own from the files while they are at rest, and follows
 * what the exchange sends it from then on. Its starter holds the folder's lock and checks that all are at the same entry.
 */
import type { MessagePort } from 'node:worker_threads';
import { READ_BY_GATEWAYS } from '@bellwether/engine';
import { NO_JOURNAL } from '../../adapters/journal-sqlite/journal-files.ts';
import { openOrdersOf } from '../../adapters/snapshot-file/snapshot-file.ts';
import { ExchangeClient, type ExchangeHandle } from '../../exchange/exchange-client.ts';
import { ANSWER_MS_MAX } from '../../exchange/limits.ts';
import type { FromExchange, ToExchange } from '../../exchange/messages.ts';
import { openJournalAtRest } from '../../ops/open-journal.ts';
import type { JournalPlace } from '../../ports/journal-place.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { SharedHead } from '../../ports/shared-head.ts';
import type { RecordsReader } from '../../ports/shared-records.ts';
import { PortChannel } from '../../runtime/port-channel.ts';
import { recoverUntil } from './recover-until.ts';

export interface JoinOptions extends JournalPlace {
  /** To the exchange. */
  readonly port: MessagePort;
  readonly shared: SharedHead;
  readonly records: RecordsReader;
  readonly runtime: Runtime;
  /** Where the exchange is; null: at the end of the journal. */
  readonly until: number | null;
  /** Called once when nothing more can be answered. */
  readonly onFailure: (message: string) => void;
}

export async function joinExchange(options: JoinOptions): Promise<ExchangeHandle> {
  const { dataDir, port, shared, records, runtime, until, onFailure } = options;
  const files = (await openJournalAtRest(options, runtime)) ?? NO_JOURNAL;
  try {
    const { follower, archive, snapshotSequence } = await recoverUntil(files, dataDir, until, {
      keeps: READ_BY_GATEWAYS,
    });
    return new ExchangeClient({
      connection: {
        channel: new PortChannel<ToExchange, FromExchange>(port),
        // The exchange outlives its gateways; if it fails, the first gateway hears of it.
        ended: new Promise(() => undefined),
        end: () => port.close(),
      },
      follower,
      archive,
      storedOrders: (sequence) => openOrdersOf(dataDir, sequence),
      snapshotSequence,
      timers: runtime.timers,
      shared,
      records,
      isFurther: true,
      ...(options.database !== null && { answerMsMax: ANSWER_MS_MAX }),
      onFailure,
    });
  } finally {
    await files.close();
  }
}
