/** The main thread's side of the projector: starts the thread, receives its progress, stops it. */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { JournalDatabase } from '@bellwether/ports/journal-place.ts';
import { ROOM_FOR_STORE, type RoomBounds } from '@bellwether/ports/storage.ts';
import { keepLog } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { closeGate, createGate } from './projector-gate.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';

export interface StartProjectorOptions {
  /** Folder of the journal, which must exist, and of the snapshots. */
  readonly dataDir: string;
  /** Database that holds the journal; null (the default): it is in the folder. */
  readonly database?: JournalDatabase | null;
  readonly storeFile: string;
  /** Free space that its disk must have; `ROOM_FOR_STORE` by default. */
  readonly storeRoom?: RoomBounds;
  /**
   * The exchange recovers from the same files until this resolves: nothing is written to the journal before. If it
   * rejects, nothing of the store remains. Omitted: the exchange has recovered.
   */
  readonly recovered?: Promise<unknown>;
  /** A projector that is not ready when this resolves is stopped, and its start rejects. */
  readonly stopped?: Promise<void>;
  /**
   * Brings each durable `JournalRecord`, in order, from the start of the exchange on; the port is transferred to the thread.
   */
  readonly recordPort: MessagePort;
  /** Called with the entry up to which reads show everything, at the start and after each transaction. */
  readonly onProjected: (sequence: number) => void;
  /** The store of an earlier run was damaged and is rebuilt before the start goes on. */
  readonly onReplaced: (message: string) => void;
  /** The running store is damaged: end all its reads. The store is removed when this resolves. */
  readonly onDamaged: (message: string) => Promise<void>;
  /** The store cannot be written, at the start or later: end all its reads. The store is retried when this resolves. */
  readonly onUnwritable: (message: string) => Promise<void>;
  /** The store is back after `onDamaged` or `onUnwritable` and shows the journal. */
  readonly onRebuilt: () => void;
  /** Called once when the running projector fails: reads stay as they are from then on. */
  readonly onFailure: (message: string) => void;
}

export interface ProjectorHandle {
  /** Rebuilds the store after a reader found it damaged, which calls `onDamaged` and `onRebuilt`. */
  rebuild(message: string): void;
  /** Called when a read waits for the rows up to this entry: they are written without waiting for more entries. */
  hurry(sequence: number): void;
  /** Writes everything published before, closes the store and ends the thread. */
  stop(): Promise<void>;
}

/**
 * Resolves when the read store exists and shows the journal as it was at the start, or when its disk is known to refuse
 * it for now. Rejects when the store does not fit the journal, or the journal cannot be read.
 */
export async function startProjector(options: StartProjectorOptions): Promise<ProjectorHandle> {
  const { recovered, stopped, onProjected, onReplaced, onDamaged, onUnwritable, onRebuilt, onFailure } = options;
  const gate = createGate();
  const worker = startThread(options, gate);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  /** True while no reader has the store open, until it is ready again. */
  let isLetGo = false;
  let phase: 'starting' | 'running' | 'ended' = 'starting';

  function tell(message: ToProjector): void {
    worker.postMessage(message);
  }

  function fail(message: string): void {
    if (phase === 'running') onFailure(message);
    phase = 'ended';
    ready.reject(new Error(`the projector did not start: ${message}`));
    ended.resolve();
  }

  const atExit = (): void => keepLog(options.storeFile);
  process.on('exit', atExit);
  void ended.promise.then(() => process.off('exit', atExit));

  worker.on('message', (message: FromProjector) => {
    switch (message.kind) {
      case 'projected':
        return onProjected(message.sequence);
      case 'ready':
        onProjected(message.sequence);
        if (phase === 'starting') phase = 'running';
        if (isLetGo) onRebuilt();
        isLetGo = false;
        return ready.resolve();
      case 'replaced':
        return onReplaced(message.message);
      case 'damaged':
        isLetGo = true;
        return void onDamaged(message.message).then(() => tell({ kind: 'released' }));
      case 'unwritable':
        isLetGo = true;
        void onUnwritable(message.message).then(() => tell({ kind: 'released' }));
        if (phase === 'starting') phase = 'running';
        return ready.resolve();
      case 'stopped':
        if (phase === 'starting') ready.reject(new Error('the projector was stopped before it was ready'));
        phase = 'ended';
        return;
      case 'failed':
        return fail(message.message);
    }
  });
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => {
    if (phase !== 'ended') fail(`the thread ended with code ${code}`);
    ended.resolve();
  });
  recovered?.then(
    () => tell({ kind: 'recovered' }),
    () => tell({ kind: 'stop' }),
  );
  void stopped?.then(() => {
    if (phase !== 'starting') return;
    if (!closeGate(gate)) return tell({ kind: 'stop' });
    fail('it was stopped before it was ready');
    void worker.terminate();
  });
  await ready.promise.catch(async (error: unknown) => {
    await ended.promise;
    throw error;
  });
  return {
    rebuild: (message) => tell({ kind: 'rebuild', message }),
    hurry: (sequence) => tell({ kind: 'hurry', sequence }),
    async stop() {
      tell({ kind: 'stop' });
      await ended.promise;
    },
  };
}

function startThread(options: StartProjectorOptions, gate: SharedArrayBuffer): Worker {
  const { dataDir, database = null, storeFile, storeRoom = ROOM_FOR_STORE, recovered, recordPort } = options;
  const isEarly = recovered !== undefined;
  const workerData: ProjectorWorkerData = { dataDir, database, storeFile, storeRoom, isEarly, gate, recordPort };
  return new Worker(new URL('./projector-worker.ts', import.meta.url), {
    name: 'projector',
    workerData,
    transferList: [recordPort],
  });
}
