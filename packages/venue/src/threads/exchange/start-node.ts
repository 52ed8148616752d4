/**
 * A node of a venue in its exchange thread: recovers from the database, beside the journal's writer, follows the
 * leader, and leads when there is none.
 */

import { ExchangeService, type ServiceOptions } from '@bellwether/exchange/exchange-service.ts';
import { recordHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openPostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { durableEnd } from '@bellwether/ledger/adapters/log-postgres/postgres-reader.ts';
import { openCandidate } from '@bellwether/ledger/adapters/log-postgres/turn.ts';
import { openOrdersOf } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { TcpNetwork } from '@bellwether/nodes/adapters/node-tcp/tcp-network.ts';
import { FileGivers, givingFiles } from '@bellwether/nodes/file-givers.ts';
import { FollowingService } from '@bellwether/nodes/following-service.ts';
import type { Leadership } from '@bellwether/nodes/leadership.ts';
import type { ClusterPlace, JournalDatabase } from '@bellwether/ports/journal-place.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { startGiving } from '../files/give-thread.ts';
import { ExchangeStorage } from './exchange-storage.ts';
import { LateJournal } from './late-journal.ts';
import { nameOfProcess, recoverUnchanged } from './open-exchange.ts';

type ServiceParts = Required<Pick<ServiceOptions, 'channel' | 'publish'>>;

export interface NodeOptions extends ServiceParts {
  readonly dataDir: string;
  readonly database: JournalDatabase;
  readonly cluster: ClusterPlace;
  readonly runtime: Runtime;
  /** Called after an orderly stop. */
  readonly onStopped: () => void;
}

/** Throws the error that keeps the node from starting. */
export async function startNode({ onStopped, ...options }: NodeOptions): Promise<void> {
  const { dataDir, database, cluster, runtime, ...parts } = options;
  const place = { dataDir, database };
  const election = await openCandidate({ ...database, runtime });
  const until = await durableEnd({ ...database, runtime });
  const { follower, state, head, archive, passedOver, damaged } = await recoverUnchanged(place, runtime, until);
  const storage = new ExchangeStorage(dataDir, runtime.clock);
  storage.look();
  recordHolder(dataDir, null);
  const journal = new LateJournal(place, runtime);
  const network = new TcpNetwork({ ...cluster, timers: runtime.timers, random: runtime.random });
  const givers = new FileGivers({ open: (parts) => startGiving({ dataDir, parts }), timers: runtime.timers });
  const name = nameOfProcess();
  const own = { archive, storage, storedOrders: (sequence: number) => openOrdersOf(dataDir, sequence) };
  const close = async (): Promise<void> => {
    await storage.awaitGrowth();
    storage.look();
    await journal.close();
    givers.close();
    network.close();
    archive.close();
  };
  const lead = ({ log, turn, taken }: Leadership): void => {
    const service = new ExchangeService({
      ...parts,
      exchange: {
        ...own,
        state,
        head: follower.head,
        log,
        lease: log,
        checkPlace: () => log.checkPlace(),
        close: async () => {
          await log.close();
          turn.end();
          await close();
        },
      },
      taken,
      runtime,
    });
    void service.stopped.then(onStopped);
  };
  new FollowingService({
    ...parts,
    ...own,
    name,
    follower,
    start: { head, passedOver, damaged, savedSequence: 0 },
    journal,
    election,
    network: givingFiles(network, givers),
    openLog: () => openPostgresLog({ ...database, runtime, holder: name, address: cluster.address }),
    runtime,
    onLead: lead,
    close: async () => {
      await close();
      onStopped();
    },
  });
}
