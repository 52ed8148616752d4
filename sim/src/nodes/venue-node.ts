/** One of several nodes of a venue: the real `FollowingService`, and the real `ExchangeService` in its place when it leads. */
import { ExchangeService } from '@bellwether/exchange/exchange-service.ts';
import { ANSWER_MS_MAX } from '@bellwether/exchange/limits.ts';
import type { FromExchange, GatewayChannel } from '@bellwether/exchange/messages.ts';
import type { Recovered } from '@bellwether/ledger/log/recovery.ts';
import { FollowingService } from '@bellwether/nodes/following-service.ts';
import type { Leadership } from '@bellwether/nodes/leadership.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { FromLeader, NodeNetwork, NodeStanding, ToLeader } from '@bellwether/ports/nodes.ts';
import { diskReader } from '../log/log-disk.ts';
import { diskServiceOf } from '../log/sim-log.ts';
import type { Machine } from '../venue/hosted.ts';
import { HostedProcess, type OpenedProcess } from '../venue/hosted-process.ts';
import type { World } from '../world.ts';
import { SimLeadersLog } from './leaders-log.ts';
import type { Cluster } from './sim-election.ts';

/** A start waits for the database. */
const START_PATIENCE_MS = 60_000;
const READER_PATIENCE_MS = 500;

export class VenueNode extends HostedProcess {
  readonly log: LogRecords;
  protected readonly gatewayStart = { answerMsMax: ANSWER_MS_MAX, isOneOfSeveral: true };
  readonly #cluster: Cluster;
  /** Standing that the node last told its gateway. */
  #standing: NodeStanding | null = null;
  #leadersLog: SimLeadersLog | null = null;

  constructor(host: World, index: number, machine: Machine, cluster: Cluster) {
    super(host, index, machine);
    this.#cluster = cluster;
    this.log = this.#reader(START_PATIENCE_MS);
  }

  get member(): number {
    return this.machine.index;
  }

  get epoch(): number {
    return this.#leadersLog?.epoch ?? 0;
  }

  get heardEpoch(): number {
    return this.#standing?.epoch ?? 0;
  }

  protected async open(channel: GatewayChannel): Promise<OpenedProcess> {
    const recovered = await this.recover();
    this.exchangeState = recovered.state;
    return { head: recovered.head, begin: () => this.#follow(recovered, channel) };
  }

  #follow({ state, head, archive, follower }: Recovered, channel: GatewayChannel): void {
    const { process, machine, member, publish } = this;
    const { database, network } = this.#cluster;
    const own = {
      archive,
      storedOrders: (sequence: number) => machine.snapshots.openOrdersOf(sequence),
      storage: this.storageWatch,
    };
    const endpoint = network.endpoint({
      member,
      process,
      touched: (what) => this.host.touched(this, what),
      heard: (message) => this.#hears(message as FromLeader | ToLeader),
    });
    const lead = (leadership: Leadership): void => {
      this.host.leads(this);
      const { log, taken } = leadership;
      const close = (): Promise<void> => closeAll(leadership, endpoint);
      const checkPlace = (): void => log.checkPlace();
      const exchange = { ...own, state, head: follower.head, log, lease: log, checkPlace, close };
      const service = new ExchangeService({ channel, publish, exchange, taken, runtime: process });
      void service.stopped.then(() => this.end());
    };
    new FollowingService({
      ...own,
      name: `node ${this.index}`,
      channel,
      follower,
      start: { head, passedOver: [], damaged: [], savedSequence: 0 },
      journal: this.#reader(READER_PATIENCE_MS),
      election: database.electionFor(this),
      network: endpoint,
      openLog: () => this.#openLog(),
      runtime: process,
      publish,
      onLead: lead,
      close: async () => undefined,
    });
  }

  protected override sends(message: FromExchange): void {
    if (message.kind !== 'standing') return;
    const { role, epoch } = message.standing;
    const isOther = role !== this.#standing?.role || epoch !== this.#standing.epoch;
    this.#standing = message.standing;
    if (isOther) this.host.stands(this, message.standing);
  }

  #hears(message: FromLeader | ToLeader): void {
    if (message.kind === 'commands' && this.epoch > 0) this.host.reached(message.ids.length);
  }

  async #openLog(): Promise<SimLeadersLog> {
    this.#leadersLog = await SimLeadersLog.open(this.host, this, this.#cluster.database);
    this.host.roomChanged(this, this.isDiskFull);
    return this.#leadersLog;
  }

  #reader(patienceMs: number): LogRecords {
    const { host, process } = this;
    const reached = (): Promise<void> => this.#cluster.database.reach(this, patienceMs);
    return diskReader(host.disk, process, diskServiceOf(host, this), reached);
  }
}

async function closeAll({ log, turn }: Leadership, network: NodeNetwork): Promise<void> {
  await log.close();
  turn.end();
  network.close();
}
