/**
 * One process of the venue: exchange, gateway, projector and snapshots, all real, connected as `compose.ts` connects
 * them in threads. The process opens the log, recovers and serves until it ends by itself, is stopped or is killed.
 */
import type { Keeps } from '@bellwether/engine';
import { ExchangeService, type OpenedExchange } from '@bellwether/server/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/server/exchange/messages.ts';
import { recover } from '@bellwether/server/log/recovery.ts';
import { JournalCorruption, JournalFenced } from '@bellwether/server/ports/journal.ts';
import { SimLog } from '../log/sim-log.ts';
import { simChannel } from '../runtime/sim-channel.ts';

import { watched } from './exchange-end.ts';
import { HostedProcess } from './hosted-process.ts';
import { NodeGateway } from './node-gateway.ts';
import type { Machine, NodeHost } from './parts.ts';

export class SimNode extends HostedProcess {
  readonly log: SimLog;
  readonly member = 0;
  /** Time at which the process could first have seen that the log has another writer. */
  #replacedMs: number | null = null;

  /** Opens the log, which fences every other writer. */
  constructor(host: NodeHost, index: number, machine: Machine) {
    super(host, index, machine);
    this.log = new SimLog(host.disk, this.process, index, host.diskService(this), host.keepsUnsynced());
  }

  get epoch(): number {
    return this.log.epoch;
  }

  get heardEpoch(): number {
    return this.epoch;
  }

  override setDiskFull(isFull: boolean): void {
    this.host.roomChanged(this, isFull);
    super.setDiskFull(isFull);
  }

  protected get isReplaced(): boolean {
    return this.epoch !== this.host.disk.epoch;
  }

  protected async open(): Promise<void> {
    const { host } = this;
    const { keeps } = host;
    const opened = await this.#openExchange(keeps);
    const [channel, exchangeEnd] = simChannel<ToExchange, FromExchange>(
      host.scheduler,
      this.process,
      this.process,
      host.link('exchange'),
    );
    const end = watched(this, host, exchangeEnd, () => this.epoch);
    // The follower recovers while the exchange waits.
    const recovered = await recover(this.log, () => host.snapshots(this), Number.POSITIVE_INFINITY, keeps);
    const publish = this.projector?.start(recovered.head.sequence) ?? (() => undefined);
    const service = new ExchangeService({ exchange: opened, channel: end, runtime: this.process, publish });
    void service.stopped.then(() => this.end());
    if (recovered.head.hash !== opened.head.hash) {
      throw new JournalCorruption(
        `the journal was read to ${recovered.head.sequence} and to ${opened.head.sequence} at the same time`,
      );
    }
    this.gateway = new NodeGateway(this, host, { channel, recovered });
    this.goUp();
  }

  async #openExchange(keeps: Keeps): Promise<OpenedExchange> {
    const { host } = this;
    const { state, head, archive, snapshotSequence, passedOver } = await recover(
      this.log,
      () => host.snapshots(this),
      Number.POSITIVE_INFINITY,
      keeps,
    );
    this.exchangeState = state;
    // Snapshots may get lost here, but are never damaged.
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
      storage: this.storageWatch,
      checkPlace: () => this.#checkPlace(),
      close: () => this.log.close(),
    };
  }

  /** A remote log can be checked only periodically, not before each answer, so its fence must suffice. */
  #checkPlace(): void {
    const { disk, noticesAfterMs, scheduler } = this.host;
    if (disk.epoch === this.epoch) return;
    this.#replacedMs ??= scheduler.nowMs;
    if (scheduler.nowMs - this.#replacedMs >= noticesAfterMs) throw new JournalFenced('the log has another writer');
  }
}
