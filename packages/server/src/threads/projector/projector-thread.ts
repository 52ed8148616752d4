/** The projector as the main thread has it: starts the thread, hears how far it is, stops it. */
import { type MessagePort, Worker } from 'node:worker_threads';
import { keepLog } from '../../adapters/store-sqlite/keep-log.ts';
import type { JournalDatabase } from '../../ports/journal-place.ts';
import { ROOM_FOR_STORE, type RoomBounds } from '../../ports/storage.ts';
import { closeGate, createGate } from './projector-gate.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';

export interface StartProjectorOptions {
  /** Folder of the journal, which must exist, and of the snapshots. */
  readonly dataDir: string;
  /** Where the journal is instead; null by default. */
  readonly database?: JournalDatabase | null;
  readonly storeFile: string;
  /** Room that its disk must have; `ROOM_FOR_STORE` by default. */
  readonly storeRoom?: RoomBounds;
  /**
   * The exchange recovers from the same files until this resolves: nothing is written to the journal before, and nothing
   * stays of the store if it rejects. Left out: it has recovered.
   */
  readonly recovered?: Promise<unknown>;
  /** One that is not ready when this resolves is stopped, and its start rejects. */
  readonly stopped?: Promise<void>;
  /** Brings each durable `JournalRecord`, in order, from the moment the exchange starts; transferred to the thread. */
  readonly recordPort: MessagePort;
  /** Hears up to which entry reads show everything, at the start and after each transaction. */
  readonly onProjected: (sequence: number) => void;
  /** The store of an earlier run was damaged and is made again before the start goes on. */
  readonly onReplaced: (message: string) => void;
  /** The running store is damaged: end every read of it. It is removed when this resolves. */
  readonly onDamaged: (message: string) => Promise<void>;
  /** The store cannot be written, at the start or later: end every read of it. It is tried again when this resolves. */
  readonly onUnwritable: (message: string) => Promise<void>;
  /** The store is there after `onDamaged` or `onUnwritable` and shows the journal. */
  readonly onRebuilt: () => void;
  /** Called once when the running projector fails: reads stay as they are from then on. */
  readonly onFailure: (message: string) => void;
}

export interface ProjectorHandle {
  /** A reader found the store damaged: makes it again, which calls `onDamaged` and `onRebuilt`. */
  rebuild(message: string): void;
  /** A read waits for the rows up to this entry: they are written before more entries are waited for. */
  hurry(sequence: number): void;
  /** Writes what has been published before, closes the store and ends the thread. */
  stop(): Promise<void>;
}

/**
 * Resolves when the read store exists and shows the journal as it was at the start, or when it is known that its disk does
 * not take it now. Rejects when it does not fit the journal, or the journal cannot be read.
 */
export async function startProjector(options: StartProjectorOptions): Promise<ProjectorHandle> {
  const { recovered, stopped, onProjected, onReplaced, onDamaged, onUnwritable, onRebuilt, onFailure } = options;
  const gate = createGate();
  const worker = startThread(options, gate);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  /** No one has the store open until it is ready again. */
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
