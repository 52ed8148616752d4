/**
 * One process of the venue: exchange, gateway, projector and snapshots, all real, connected as `compose.ts` connects
 * them in threads. The process opens the log, recovers and serves until it ends by itself, is stopped or is killed.
 */
import { ExchangeService, type OpenedExchange } from '@bellwether/exchange/exchange-service.ts';
import type { GatewayChannel } from '@bellwether/exchange/messages.ts';
import { JournalFenced } from '@bellwether/ports/journal.ts';
import { diskServiceOf, SimLog } from '../log/sim-log.ts';
import type { World } from '../world.ts';
import type { Machine } from './hosted.ts';
import { HostedProcess, type OpenedProcess } from './hosted-process.ts';

export class SimNode extends HostedProcess {
  readonly log: SimLog;
  readonly member = 0;
  protected readonly gatewayStart = {};
  /** Time at which the process could first have seen that the log has another writer. */
  #replacedMs: number | null = null;

  /** Opens the log, which fences every other writer. */
  constructor(host: World, index: number, machine: Machine) {
    super(host, index, machine);
    this.log = new SimLog(host.disk, this.process, index, diskServiceOf(host, this), host.keepsUnsynced());
  }

  get epoch(): number {
    return this.log.epoch;
  }

  get heardEpoch(): number {
    return this.epoch;
  }

  protected async open(channel: GatewayChannel): Promise<OpenedProcess> {
    const { state, head, archive } = await this.recover();
    this.exchangeState = state;
    const exchange: OpenedExchange = {
      state,
      head,
      archive,
      log: this.log,
      storedOrders: (sequence) => this.machine.snapshots.openOrdersOf(sequence),
      storage: this.storageWatch,
      checkPlace: () => this.#checkPlace(),
      close: () => this.log.close(),
    };
    const begin = (): void => {
      const { publish } = this;
      const service = new ExchangeService({ exchange, channel, runtime: this.process, publish });
      void service.stopped.then(() => this.end());
    };
    return { head, begin };
  }

  /** A remote log can be checked only periodically, not before each answer, so its fence must suffice. */
  #checkPlace(): void {
    const { disk, noticesAfterMs, scheduler } = this.host;
    if (disk.epoch === this.epoch) return;
    this.#replacedMs ??= scheduler.nowMs;
    if (scheduler.nowMs - this.#replacedMs >= noticesAfterMs) throw new JournalFenced('the log has another writer');
  }
}
