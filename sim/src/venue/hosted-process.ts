/**
 * Common base of all processes of a venue, alone or as one of several nodes: place among the host's processes, gateway,
 * projector and disk. A process starts, notices when it cannot go on, and ends.
 */
import type { State } from '@bellwether/engine';
import type { StorageWatch } from '@bellwether/server/exchange/exchange-service.ts';
import { JournalFenced } from '@bellwether/server/ports/journal.ts';
import type { LogRecords } from '@bellwether/server/ports/log.ts';
import type { StorageState } from '@bellwether/server/ports/storage.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import type { NodeGateway } from './node-gateway.ts';
import { NodeProjector } from './node-projector.ts';
import type { HostedNode, Machine, NodeHost } from './parts.ts';

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
  /** State of the exchange itself. It is ahead of the durable state by the batch that is being written. */
  exchangeState: Readonly<State> | null = null;
  protected readonly host: NodeHost;
  #hasGivenUp = false;
  #tellStorage: ((storage: StorageState) => void) | null = null;

  constructor(host: NodeHost, index: number, machine: Machine) {
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
  /** True if another process has since opened the log. */
  protected abstract readonly isReplaced: boolean;
  /** Recovers and connects the parts. */
  protected abstract open(): Promise<void>;

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  /** Starts the process; an error during the start ends it. */
  async start(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error), error);
    }
  }

  fail(message: string, cause: unknown = null): void {
    if (!this.isAlive) return;
    this.#hasGivenUp = true;
    const isExpected = this.doomed !== null || cause instanceof JournalFenced || this.isReplaced;
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
    this.#tellStorage?.(this.#storage);
  }

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

  /** Marks the process as up: all parts are ready. */
  protected goUp(): void {
    this.gateway?.client.observe({
      published: (_entries, { sequence }) => this.projector?.barrier.setAcknowledged(sequence),
    });
    this.phase = 'up';
    this.host.started(this);
    this.gateway?.client.open();
  }

  get #storage(): StorageState {
    return { isFull: this.isDiskFull, reserveBytes: 0 };
  }
}
