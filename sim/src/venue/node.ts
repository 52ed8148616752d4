/**
 * One process of the venue: exchange, gateways, projector and snapshots, the real parts, joined as `compose.ts` joins
 * them in threads. It opens the log, recovers and serves until it ends by itself, is stopped, or is made to.
 */
import type { Keeps, State } from '@bellwether/engine';
import { ExchangeService, type OpenedExchange } from '@bellwether/server/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/server/exchange/messages.ts';
import { recover } from '@bellwether/server/log/recovery.ts';
import { JournalCorruption, JournalFenced } from '@bellwether/server/ports/journal.ts';
import type { StorageState } from '@bellwether/server/ports/storage.ts';
import { SimLog } from '../log/sim-log.ts';
import { simChannel } from '../runtime/sim-channel.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import { sharedHead, watched } from './exchange-end.ts';
import { NodeGateway } from './node-gateway.ts';
import { NodeProjector } from './node-projector.ts';
import type { HostedNode, Machine, NodeHost } from './parts.ts';

export class SimNode implements HostedNode {
  readonly index: number;
  readonly process: SimProcess;
  readonly machine: Machine;
  readonly log: SimLog;
  readonly member = 0;
  readonly gateways: NodeGateway[] = [];
  readonly projector: NodeProjector | null;
  phase: 'starting' | 'up' | 'ended' = 'starting';
  /** Why it ends is known: someone made it. */
  doomed: string | null = null;
  isDiskFull = false;
  #exchangeState: Readonly<State> | null = null;
  #hasGivenUp = false;
  /** When it could first have seen that the log has another writer. */
  #replacedMs: number | null = null;
  #tellStorage: ((storage: StorageState) => void) | null = null;
  readonly #host: NodeHost;

  /** Opens the log, which fences every other writer. */
  constructor(host: NodeHost, index: number, machine: Machine) {
    this.#host = host;
    this.index = index;
    this.machine = machine;
    const dice = host.dice.fork(`process ${index}`);
    this.process = new SimProcess(`node ${index}`, host.scheduler, dice);
    this.process.jump(machine.wallOffMs);
    this.log = new SimLog(host.disk, this.process, index, host.diskService(this), host.keepsUnsynced());
    this.projector = host.features.has('read_store') ? new NodeProjector(this, host, dice.fork('projector')) : null;
  }

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  get epoch(): number {
    return this.log.epoch;
  }

  get heardEpoch(): number {
    return this.epoch;
  }

  /** State of the exchange itself, ahead of what is durable by the batch that is being written. */
  get exchangeState(): Readonly<State> | null {
    return this.#exchangeState;
  }

  /** Recovers and joins its parts. What keeps it from starting ends it. */
  async start(): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error), error);
    }
  }

  /** It notices that it cannot go on, as a process that ends with code 1. */
  fail(message: string, cause: unknown = null): void {
    if (!this.isAlive) return;
    this.#hasGivenUp = true;
    const isExpected = this.doomed !== null || cause instanceof JournalFenced || this.epoch !== this.#host.disk.epoch;
    this.end();
    this.#host.ended(this, message, isExpected ? null : (cause ?? message));
  }

  /** From now on it does nothing. */
  end(): void {
    this.process.end();
    this.projector?.process.end();
    this.phase = 'ended';
    for (const gateway of this.gateways) gateway.lost();
  }

  setDiskFull(isFull: boolean): void {
    this.isDiskFull = isFull;
    this.#host.roomChanged(this, isFull);
    this.#tellStorage?.({ isFull, reserveBytes: 0 });
  }

  async #start(): Promise<void> {
    const host = this.#host;
    const { gatewayCount, keeps } = host;
    const opened = await this.#openExchange(keeps);
    const gatewayEnds = Array.from({ length: gatewayCount }, (_, index) =>
      simChannel<ToExchange, FromExchange>(host.scheduler, this.process, this.process, host.link(`exchange ${index}`)),
    );
    const shared = sharedHead();
    const [first, ...others] = gatewayEnds.map(([, exchangeEnd], index) =>
      watched(this, host, exchangeEnd, index, () => this.epoch),
    );
    if (first === undefined) throw new Error('a venue has a gateway');
    // Followers recover while the exchange waits for them.
    const starts = await Promise.all(
      gatewayEnds.map(() => recover(this.log, () => host.snapshots(this), Number.POSITIVE_INFINITY, keeps)),
    );
    const publish = this.projector?.start(starts[0]?.head.sequence ?? 0) ?? (() => undefined);
    const service = new ExchangeService({
      exchange: opened,
      channel: first,
      ...(others.length > 0 && { others, head: shared }),
      runtime: this.process,
      publish,
    });
    void service.stopped.then(() => this.end());
    for (const [index, recovered] of starts.entries()) {
      if (recovered.head.hash !== opened.head.hash) {
        throw new JournalCorruption(
          `the journal was read to ${recovered.head.sequence} and to ${opened.head.sequence} at the same time`,
        );
      }
      const [channel] = gatewayEnds[index] as (typeof gatewayEnds)[number];
      this.gateways.push(
        new NodeGateway(this, host, index, { channel, recovered, shared: gatewayCount > 1 ? shared : null }),
      );
    }
    this.gateways[0]?.client.observe({
      published: (_entries, { sequence }) => this.projector?.barrier.setAcknowledged(sequence),
    });
    this.phase = 'up';
    host.started(this);
    this.gateways[0]?.client.open();
  }

  async #openExchange(keeps: Keeps): Promise<OpenedExchange> {
    const host = this.#host;
    const { state, head, archive, snapshotSequence, passedOver } = await recover(
      this.log,
      () => host.snapshots(this),
      Number.POSITIVE_INFINITY,
      keeps,
    );
    this.#exchangeState = state;
    // Here snapshots are lost and never damaged.
    if (passedOver.length > 0) host.mistaken(this, 'recovery', new Error(passedOver.join('; ')));
    if (head.sequence > 0) {
      host.cover(snapshotSequence > 0 ? 'start from a snapshot' : 'start from nothing');
      if (archive.runs.length > 0) host.cover('start with closed orders stored');
    }
    return {
      state,
      head,
      archive,
      log: this.log,
      storedOrders: (sequence) => this.machine.snapshots.openOrdersOf(sequence),
      storage: {
        look: () => ({ isFull: this.isDiskFull, reserveBytes: 0 }),
        grow: () => Promise.resolve(),
        tell: (send) => {
          this.#tellStorage = send;
          send({ isFull: this.isDiskFull, reserveBytes: 0 });
        },
      },
      checkPlace: () => this.#checkPlace(),
      close: () => this.log.close(),
    };
  }

  /** A log on another machine can be looked at now and then, and not before each answer: its fence has to do alone. */
  #checkPlace(): void {
    const { disk, noticesAfterMs, scheduler } = this.#host;
    if (disk.epoch === this.epoch) return;
    this.#replacedMs ??= scheduler.nowMs;
    if (scheduler.nowMs - this.#replacedMs >= noticesAfterMs) throw new JournalFenced('the log has another writer');
  }
}
