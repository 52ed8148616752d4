/**
 * Common base of all processes of a venue, alone or as one of several nodes: place among the world's processes, gateway,
 * projector and disk. A process starts, notices when it cannot go on, and ends.
 */
import type { State } from '@bellwether/engine';
import type { StorageWatch } from '@bellwether/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import type { SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import { type Recovered, recover } from '@bellwether/ledger/log/recovery.ts';
import { JournalCorruption, JournalFenced, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { Channel } from '@bellwether/ports/runtime.ts';
import type { StorageState } from '@bellwether/ports/storage.ts';
import { simChannel } from '../runtime/sim-channel.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import type { World } from '../world.ts';
import type { HostedNode, Machine } from './hosted.ts';
import { type GatewayStart, NodeGateway } from './node-gateway.ts';
import { NodeProjector } from './node-projector.ts';

export interface OpenedProcess {
  readonly head: JournalHead;
  readonly begin: () => void;
}

export abstract class HostedProcess implements HostedNode {
  readonly index: number;
  readonly process: SimProcess;
  readonly machine: Machine;
  gateway: NodeGateway | null = null;
  readonly projector: NodeProjector | null;
  phase: 'starting' | 'up' | 'ended' = 'starting';
  /** Known reason for the end, if a fault caused it. */
  doomed: string | null = null;
  isDiskFull = false;
  /** True if the process has noticed that it cannot go on, and so has ended. */
  hasGivenUp = false;
  /** State of the exchange itself. It is ahead of the durable state by the batch that is being written. */
  exchangeState: Readonly<State> | null = null;
  protected readonly host: World;
  #tellStorage: ((storage: StorageState) => void) | null = null;

  constructor(host: World, index: number, machine: Machine) {
    this.host = host;
    this.index = index;
    this.machine = machine;
    const dice = host.dice.fork(`process ${index}`);
    this.process = new SimProcess(`node ${index}`, host.scheduler, dice);
    this.process.jump(machine.wallOffMs);
    this.projector = host.features.has('read_store') ? new NodeProjector(this, host, dice.fork('projector')) : null;
  }

  abstract readonly member: number;
  abstract readonly log: LogRecords;
  abstract readonly epoch: number;
  abstract readonly heardEpoch: number;
  /** Recovers the exchange. Returns its position, and a function that connects it to its end of the channel. */
  protected abstract open(channel: Channel<FromExchange, ToExchange>): Promise<OpenedProcess>;
  protected abstract readonly gatewayStart: Omit<GatewayStart, 'channel' | 'recovered'>;

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  async start(): Promise<void> {
    const { host, process } = this;
    try {
      const link = host.links.link('exchange');
      const [channel, end] = simChannel<ToExchange, FromExchange>(host.scheduler, process, process, link);
      const { head, begin } = await this.open(this.#watched(end));
      const { sequence, hash } = head;
      // The follower recovers while the exchange waits; the journal may grow meanwhile.
      const recovered = await this.recover(sequence);
      begin();
      if (recovered.head.hash !== hash)
        throw new JournalCorruption(`the journal was read to ${recovered.head.sequence} and to ${sequence}`);
      this.gateway = new NodeGateway(this, host, { channel, recovered, ...this.gatewayStart });
      this.phase = 'up';
      host.started(this);
      this.gateway.client.open();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error), error);
    }
  }

  fail(message: string, cause: unknown = null): void {
    if (!this.isAlive) return;
    this.hasGivenUp = true;
    const isReplaced = this.epoch > 0 && this.epoch !== this.host.disk.epoch;
    const isExpected = this.doomed !== null || cause instanceof JournalFenced || isReplaced;
    this.end();
    this.host.ended(this, message, isExpected ? null : (cause ?? message));
  }

  end(): void {
    this.process.end();
    this.projector?.process.end();
    this.phase = 'ended';
    this.gateway?.lost();
  }

  setDiskFull(isFull: boolean): void {
    this.isDiskFull = isFull;
    if (this.epoch > 0) this.host.roomChanged(this, isFull);
    this.#tellStorage?.(this.#storage);
  }

  protected async recover(until = Number.POSITIVE_INFINITY): Promise<Recovered> {
    const { host } = this;
    const journal = until === 0 ? { read: () => [] } : this.log;
    const recovered = await recover(journal, () => host.snapshots(this), until, host.keeps);
    const { head, passedOver, snapshotSequence, archive } = recovered;
    // Snapshots may get lost here, but are never damaged.
    if (passedOver.length > 0) host.mistaken(this, 'recovery', new Error(passedOver.join('; ')));
    if (head.sequence > 0) host.count(snapshotSequence > 0 ? 'start from a snapshot' : 'start from nothing');
    if (archive.runs.length > 0) host.count('start with closed orders stored');
    return recovered;
  }

  /** Gets each record that the exchange publishes. */
  protected readonly publish = (record: JournalRecord): void => this.projector?.reads.publish(record);

  protected get storageWatch(): StorageWatch {
    return {
      look: () => this.#storage,
      grow: () => Promise.resolve(),
      tell: (send) => {
        this.#tellStorage = send;
        send(this.#storage);
      },
    };
  }

  /** The exchange's end of a channel, instrumented to report incoming commands and released batches. */
  #watched(channel: Channel<FromExchange, ToExchange>): Channel<FromExchange, ToExchange> {
    const { host } = this;
    return {
      send: (message, memory) => {
        if (!this.isAlive) return;
        host.touched(this, `send ${message.kind}`);
        if (!this.isAlive) return;
        if (message.kind === 'batch') {
          const { record } = message;
          if (record !== null && record.lastSequence > record.firstSequence) host.count('several commands in a batch');
          host.released(JSON.parse(message.outcomes) as SequencedOutcome[], this.heardEpoch);
        }
        this.sends(message);
        channel.send(message, memory);
      },
      receive: (take) =>
        channel.receive((message) => {
          // A follower only forwards them.
          if (message.kind === 'commands' && this.epoch > 0) host.reached(message.lines.split('\n').length);
          take(message);
        }),
      drain: () => channel.drain(),
      close: () => channel.close(),
    };
  }

  protected sends(_message: FromExchange): void {}

  get #storage(): StorageState {
    return { isFull: this.isDiskFull, reserveBytes: 0 };
  }
}
