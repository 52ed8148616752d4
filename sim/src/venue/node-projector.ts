/**
 * The projector of a process: the real one with the read store of its machine, connected as `compose.ts` connects a
 * thread.
 */
import { LogTail } from '@bellwether/ports/follow-log.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { Channel } from '@bellwether/ports/runtime.ts';
import { READ_WAIT_MS } from '@bellwether/venue/threads/limits.ts';
import type { FromProjector, ToProjector } from '@bellwether/venue/threads/projector/projector-messages.ts';
import { ProjectorService, type ToldLog } from '@bellwether/venue/threads/projector/projector-service.ts';
import { ReadBarrier } from '@bellwether/venue/threads/readers/read-barrier.ts';
import type { Dice } from '../dice/dice.ts';
import { simChannel } from '../runtime/sim-channel.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import type { World } from '../world.ts';
import type { HostedNode, HostedProjector } from './hosted.ts';

export class NodeProjector implements HostedProjector {
  readonly process: SimProcess;
  readonly barrier: ReadBarrier;
  state: HostedProjector['state'] = 'starting';
  projected = 0;
  readonly #node: HostedNode;
  readonly #host: World;
  #toProjector: Channel<ToProjector, FromProjector> | null = null;

  constructor(node: HostedNode, host: World, dice: Dice) {
    this.#node = node;
    this.#host = host;
    this.process = new SimProcess(`projector ${node.index}`, host.scheduler, dice);
    this.barrier = new ReadBarrier(node.process.timers, READ_WAIT_MS, (sequence) =>
      this.#toProjector?.send({ kind: 'hurry', sequence }),
    );
  }

  /**
   * `acknowledged`: entry to which its process has recovered. Returns the function to which the exchange publishes
   * records.
   */
  start(acknowledged: number): (record: JournalRecord) => void {
    const [host, node] = [this.#host, this.#node];
    const channel = <Left, Right>(name: string) =>
      simChannel<Left, Right>(host.scheduler, node.process, this.process, host.links.link(name));
    const [toProjector, projectorEnd] = channel<ToProjector, FromProjector>('projector');
    const [records, recordsEnd] = channel<JournalRecord, never>('records');
    this.#toProjector = toProjector;
    this.barrier.setAcknowledged(acknowledged);
    toProjector.receive((message) => this.#hear(message));
    const { rows } = node.machine;
    new ProjectorService({
      log: followed(node.log),
      place: {
        name: 'the read store',
        journalName: 'the journal',
        loadSnapshots: () => host.snapshots(node),
        open: () => rows.open(() => this.#beforeRows()),
        remove: () => rows.remove(),
        hasRoom: () => !node.isDiskFull,
      },
      channel: this.#heldToItsRows(projectorEnd),
      records: recordsEnd,
      runtime: this.process,
    }).start();
    return (record) => records.send(record);
  }

  /** A process can end between two writes to its rows. */
  #beforeRows(): void {
    this.#host.touched(this.#node, 'write rows');
    if (!this.#node.isAlive) throw new Error('its process has ended');
  }

  /** The projector's end, which checks that each claim about the rows is true when it is made. */
  #heldToItsRows(channel: Channel<FromProjector, ToProjector>): Channel<FromProjector, ToProjector> {
    return {
      send: (message, memory) => {
        if (message.kind === 'projected' && this.#node.isAlive) {
          const { written } = this.#node.machine.rows;
          const said = `it says that the rows show entry ${message.sequence}, they show ${written}`;
          if (written < message.sequence) this.#host.mistaken(this.#node, 'the projector', new Error(said));
        }
        channel.send(message, memory);
      },
      receive: (take) => channel.receive(take),
      drain: () => channel.drain(),
      close: () => channel.close(),
    };
  }

  #hear(message: FromProjector): void {
    if (message.kind === 'ready') this.state = 'ready';
    if (message.kind === 'projected' || message.kind === 'ready') {
      this.projected = message.sequence;
      this.barrier.setProjected(message.sequence);
      this.#host.projected(this.#node, message.sequence);
    }
    if (message.kind === 'damaged' || message.kind === 'unwritable') {
      this.state = 'away';
      this.#host.count(`read store ${message.kind}`);
      // Reads end within a step here, so no reader has the store open.
      this.#toProjector?.send({ kind: 'released' });
    }
    if (message.kind !== 'failed') return;
    this.state = 'failed';
    this.#node.fail(`the read store cannot be kept up to date: ${message.message}`);
  }
}

/** A log whose records the exchange announces through a channel; the counterpart of `EarlyJournal` for files. */
function followed(log: LogRecords): ToldLog {
  const tail = new LogTail();
  return {
    published: (record) => tail.published(record),
    recovered: () => undefined,
    read: (from) => log.read(from),
    follow: (from, signal) => tail.follow(log, from, signal),
    close: () => undefined,
  };
}
