import { ExchangeService } from '@bellwether/server/exchange/exchange-service.ts';
import { ANSWER_MS_MAX } from '@bellwether/server/exchange/limits.ts';
import type { FromExchange, GatewayChannel, ToExchange } from '@bellwether/server/exchange/messages.ts';
import { type Recovered, recover } from '@bellwether/server/log/recovery.ts';
import { FollowingService } from '@bellwether/server/nodes/following-service.ts';
import type { Led } from '@bellwether/server/nodes/led.ts';
import { JournalCorruption } from '@bellwether/server/ports/journal.ts';
import type { LogRecords } from '@bellwether/server/ports/log.ts';
import type { FromLeader, NodeStanding, ToLeader } from '@bellwether/server/ports/nodes.ts';
import { DiskReader } from '../log/disk-reader.ts';
import { SimLog } from '../log/sim-log.ts';
import { simChannel } from '../runtime/sim-channel.ts';

import { watched } from '../venue/exchange-end.ts';
import { HostedProcess } from '../venue/hosted-process.ts';
import { NodeGateway } from '../venue/node-gateway.ts';
import type { Machine, NodeHost } from '../venue/parts.ts';
import { openLeadersLog, type SimLeadersLog } from './leaders-log.ts';
import { SimElection, type VenueDatabase } from './sim-election.ts';
import { addressOf, type SimNetwork } from './sim-network.ts';

/** A start waits for the database. */
const START_PATIENCE_MS = 60_000;
const READER_PATIENCE_MS = 500;

export class VenueNode extends HostedProcess {
  readonly log: LogRecords;
  /** Standing that the node last told its gateway. */
  standing: NodeStanding | null = null;
  readonly #database: VenueDatabase;
  readonly #network: SimNetwork;
  #leadersLog: SimLeadersLog | null = null;

  constructor(host: NodeHost, index: number, machine: Machine, database: VenueDatabase, network: SimNetwork) {
    super(host, index, machine);
    this.#database = database;
    this.#network = network;
    this.log = this.#reader(START_PATIENCE_MS);
  }

  /** Index among the venue's nodes. */
  get member(): number {
    return this.machine.index;
  }

  /** Epoch under which the node has taken over the log; 0 before. */
  get epoch(): number {
    return this.#leadersLog?.epoch ?? 0;
  }

  /** Epoch of the leader that the node follows or is. */
  get heardEpoch(): number {
    return this.standing?.epoch ?? 0;
  }

  override setDiskFull(isFull: boolean): void {
    if (this.epoch > 0) this.host.roomChanged(this, isFull);
    super.setDiskFull(isFull);
  }

  protected get isReplaced(): boolean {
    return this.epoch > 0 && this.epoch !== this.host.disk.epoch;
  }

  protected async open(): Promise<void> {
    const { host } = this;
    const recovered = await this.#recover();
    this.exchangeState = recovered.state;
    const { sequence } = recovered.head;
    if (sequence > 0) host.cover(recovered.snapshotSequence > 0 ? 'start from a snapshot' : 'start from nothing');
    const [channel, end] = simChannel<ToExchange, FromExchange>(
      host.scheduler,
      this.process,
      this.process,
      host.link('exchange'),
    );
    // The journal grows meanwhile, so recover to the same entry.
    const start = await this.#recover(sequence);
    this.#follow(recovered, this.#heard(end));
    if (start.head.hash !== recovered.head.hash)
      throw new JournalCorruption(`the journal was read to ${start.head.sequence} and to ${sequence}`);
    this.gateway = new NodeGateway(this, host, {
      channel,
      recovered: start,
      answerMsMax: ANSWER_MS_MAX,
      isOneOfSeveral: true,
    });
    this.goUp();
  }

  #follow({ follower, state, head, archive }: Recovered, channel: GatewayChannel): void {
    const { process, machine, member } = this;
    const name = `node ${this.index}`;
    const publish = this.projector?.start(head.sequence) ?? (() => undefined);
    const own = {
      archive,
      storedOrders: (sequence: number) => machine.snapshots.openOrdersOf(sequence),
      storage: this.storageWatch,
    };
    const place = {
      member,
      process,
      touched: (what: string) => this.host.touched(this, what),
      heard: (message: unknown) => this.#heardOf(message as FromLeader | ToLeader),
    };
    const network = this.#network.endpoint(place);
    const lead = ({ log, turn, taken }: Led): void => {
      this.host.leads(this);
      const close = async (): Promise<void> => {
        await log.close();
        turn.end();
        network.close();
      };
      const service = new ExchangeService({
        channel,
        publish,
        exchange: {
          ...own,
          state,
          head: follower.head,
          log,
          lease: log,
          checkPlace: () => log.checkPlace(),
          close,
        },
        taken,
        runtime: process,
      });
      void service.stopped.then(() => this.end());
    };
    new FollowingService({
      ...own,
      name,
      channel,
      follower,
      start: { head, passedOver: [], damaged: [], savedSequence: 0 },
      journal: this.#reader(READER_PATIENCE_MS),
      election: new SimElection(this.#database, { member, process }),
      network,
      openLog: () => this.#openLog(name),
      runtime: process,
      publish,
      onLead: lead,
      close: async () => undefined,
    });
  }

  async #openLog(name: string): Promise<SimLeadersLog> {
    const [host, database] = [this.host, this.#database];
    const { member, process } = this;
    const log = await openLeadersLog(
      {
        member,
        process,
        database,
        open: () => new SimLog(host.disk, process, this.index, host.diskService(this), host.keepsUnsynced()),
        doomed: (why) => {
          this.doomed ??= why;
        },
      },
      { name, address: addressOf(member) },
    );
    this.#leadersLog = log;
    host.roomChanged(this, this.isDiskFull);
    return log;
  }

  async #recover(until = Number.POSITIVE_INFINITY): Promise<Recovered> {
    const { host } = this;
    const journal = until === 0 ? { read: () => [] } : this.log;
    const recovered = await recover(journal, () => host.snapshots(this), until, host.keeps);
    // Snapshots may get lost here, but are never damaged.
    if (recovered.passedOver.length > 0) host.mistaken(this, 'recovery', new Error(recovered.passedOver.join('; ')));
    return recovered;
  }

  #reader(patienceMs: number): DiskReader {
    const { host } = this;
    const asker = { member: this.member, process: this.process };
    return new DiskReader(host.disk, this.process, host.diskService(this), () =>
      this.#database.reach(asker, patienceMs),
    );
  }

  /** The node's end of a channel, instrumented to see each standing that it sends. */
  #heard(channel: GatewayChannel): GatewayChannel {
    const end = watched(this, this.host, channel, () => this.heardEpoch);
    const send: typeof end.send = (message, memory) => {
      if (message.kind === 'standing') this.#stands(message.standing);
      end.send(message, memory);
    };
    return { ...end, send };
  }

  #heardOf(message: FromLeader | ToLeader): void {
    if (message.kind === 'commands' && this.epoch > 0) this.host.reached(message.ids.length);
  }

  #stands(standing: NodeStanding): void {
    const { role = null, epoch = 0 } = this.standing ?? {};
    this.standing = standing;
    if (standing.role !== role || standing.epoch !== epoch) this.host.stands(this, standing);
  }
}
