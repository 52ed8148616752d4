/**
 * One process of a venue of several nodes: gateways, projector and snapshots as any has them, and at the far end of its channels the
 * real `FollowingService`, until it leads and an `ExchangeService` takes its place; joined as `threads/exchange/start-node.ts` does.
 */
import type { State } from '@bellwether/engine';
import { ExchangeService } from '@bellwether/server/exchange/exchange-service.ts';
import { GatewayChannels } from '@bellwether/server/exchange/gateway-channels.ts';
import { ANSWER_MS_MAX } from '@bellwether/server/exchange/limits.ts';
import type { FromExchange, ToExchange } from '@bellwether/server/exchange/messages.ts';
import { type Recovered, recover } from '@bellwether/server/log/recovery.ts';
import { FollowingService } from '@bellwether/server/nodes/following-service.ts';
import type { Led } from '@bellwether/server/nodes/led.ts';
import { JournalCorruption, JournalFenced } from '@bellwether/server/ports/journal.ts';
import type { LogRecords } from '@bellwether/server/ports/log.ts';
import type { NodeStanding } from '@bellwether/server/ports/nodes.ts';
import type { Channel } from '@bellwether/server/ports/runtime.ts';
import type { StorageState } from '@bellwether/server/ports/storage.ts';
import { DiskReader } from '../log/disk-reader.ts';
import { SimLog } from '../log/sim-log.ts';
import { simChannel } from '../runtime/sim-channel.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import { sharedHead, watched } from '../venue/exchange-end.ts';
import { NodeGateway } from '../venue/node-gateway.ts';
import { NodeProjector } from '../venue/node-projector.ts';
import type { HostedNode, Machine, NodeHost } from '../venue/parts.ts';
import { openLeadersLog, type SimLeadersLog } from './leaders-log.ts';
import { SimElection, type VenueDatabase } from './sim-election.ts';
import { addressOf, type SimNetwork } from './sim-network.ts';

/** A start waits for the database. */
const START_PATIENCE_MS = 60_000;
const READER_PATIENCE_MS = 500;

export class VenueNode implements HostedNode {
  readonly index: number;
  readonly process: SimProcess;
  readonly machine: Machine;
  readonly log: LogRecords;
  readonly gateways: NodeGateway[] = [];
  readonly projector: NodeProjector | null;
  phase: 'starting' | 'up' | 'ended' = 'starting';
  doomed: string | null = null;
  isDiskFull = false;
  /** What it has told its gateways that it is. */
  standing: NodeStanding | null = null;
  readonly #host: NodeHost;
  readonly #database: VenueDatabase;
  readonly #network: SimNetwork;
  #exchangeState: Readonly<State> | null = null;
  #leadersLog: SimLeadersLog | null = null;
  #hasGivenUp = false;
  #tellStorage: ((storage: StorageState) => void) | null = null;

  constructor(host: NodeHost, index: number, machine: Machine, database: VenueDatabase, network: SimNetwork) {
    this.#host = host;
    this.#database = database;
    this.#network = network;
    this.index = index;
    this.machine = machine;
    const dice = host.dice.fork(`process ${index}`);
    this.process = new SimProcess(`node ${index}`, host.scheduler, dice);
    this.process.jump(machine.wallOffMs);
    this.log = this.#reader(START_PATIENCE_MS);
    this.projector = host.features.has('read_store') ? new NodeProjector(this, host, dice.fork('projector')) : null;
  }

  /** Which of the venue's nodes it is. */
  get member(): number {
    return this.machine.index;
  }

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  /** Under which it has taken the log over; 0 before. */
  get epoch(): number {
    return this.#leadersLog?.epoch ?? 0;
  }

  /** Of the leader that it follows, or is. */
  get heardEpoch(): number {
    return this.standing?.epoch ?? 0;
  }

  get exchangeState(): Readonly<State> | null {
    return this.#exchangeState;
  }

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
    const isReplaced = this.epoch > 0 && this.epoch !== this.#host.disk.epoch;
    const isExpected = this.doomed !== null || cause instanceof JournalFenced || isReplaced;
    this.end();
    this.#host.ended(this, message, isExpected ? null : (cause ?? message));
  }

  end(): void {
    this.process.end();
    this.projector?.process.end();
    this.phase = 'ended';
    for (const gateway of this.gateways) gateway.lost();
  }

  setDiskFull(isFull: boolean): void {
    this.isDiskFull = isFull;
    if (this.epoch > 0) this.#host.roomChanged(this, isFull);
    this.#tellStorage?.({ isFull, reserveBytes: 0 });
  }

  async #start(): Promise<void> {
    const host = this.#host;
    const recovered = await this.#recover();
    this.#exchangeState = recovered.state;
    const { sequence } = recovered.head;
    if (sequence > 0) host.cover(recovered.snapshotSequence > 0 ? 'start from a snapshot' : 'start from nothing');
    const ends = Array.from({ length: host.gatewayCount }, (_, index) =>
      simChannel<ToExchange, FromExchange>(host.scheduler, this.process, this.process, host.link(`exchange ${index}`)),
    );
    // The journal goes on meanwhile: they come to the same entry.
    const starts = await Promise.all(ends.map(() => this.#recover(sequence)));
    const shared = host.gatewayCount > 1 ? sharedHead() : null;
    this.#follow(
      recovered,
      ends.map(([, end], index) => this.#heard(end, index)),
      shared,
    );
    for (const [index, start] of starts.entries()) {
      if (start.head.hash !== recovered.head.hash)
        throw new JournalCorruption(`the journal was read to ${start.head.sequence} and to ${sequence}`);
      const [channel] = ends[index] as (typeof ends)[number];
      this.gateways.push(
        new NodeGateway(this, host, index, {
          channel,
          recovered: start,
          shared,
          answerMsMax: ANSWER_MS_MAX,
          isOneOfSeveral: true,
        }),
      );
    }
    this.gateways[0]?.client.observe({
      published: (_entries, { sequence: published }) => this.projector?.barrier.setAcknowledged(published),
    });
    this.phase = 'up';
    host.started(this);
    this.gateways[0]?.client.open();
  }

  #follow(
    { follower, state, head, archive }: Recovered,
    [channel, ...others]: readonly Channel<FromExchange, ToExchange>[],
    shared: ReturnType<typeof sharedHead> | null,
  ): void {
    if (channel === undefined) throw new Error('a node has a gateway');
    const { process, machine, member } = this;
    const name = `node ${this.index}`;
    const publish = this.projector?.start(head.sequence) ?? (() => undefined);
    const own = {
      archive,
      storedOrders: (sequence: number) => machine.snapshots.openOrdersOf(sequence),
      storage: {
        look: () => ({ isFull: this.isDiskFull, reserveBytes: 0 }),
        grow: () => Promise.resolve(),
        tell: (send: (storage: StorageState) => void) => {
          this.#tellStorage = send;
          send({ isFull: this.isDiskFull, reserveBytes: 0 });
        },
      },
    };
    const place = { member, process, touched: (what: string) => this.#host.touched(this, what) };
    const network = this.#network.endpoint(place);
    const lead = ({ log, turn, taken }: Led): void => {
      this.#host.leads(this);
      const close = async (): Promise<void> => {
        await log.close();
        turn.end();
        network.close();
      };
      const service = new ExchangeService({
        channel,
        others,
        ...(shared !== null && { head: shared }),
        publish,
        exchange: {
          ...own,
          state,
          head: follower.head,
          log,
          leaseUntilMs: () => log.leaseUntilMs,
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
      others,
      head: shared ?? undefined,
      gateways: new GatewayChannels([channel, ...others], null, process.timers, head.sequence, true),
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
    const [host, database] = [this.#host, this.#database];
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
    const host = this.#host;
    const journal = until === 0 ? { read: () => [] } : this.log;
    const recovered = await recover(journal, () => host.snapshots(this), until, host.keeps);
    // Here snapshots are lost and never damaged.
    if (recovered.passedOver.length > 0) host.mistaken(this, 'recovery', new Error(recovered.passedOver.join('; ')));
    return recovered;
  }

  #reader(patienceMs: number): DiskReader {
    const host = this.#host;
    const asker = { member: this.member, process: this.process };
    return new DiskReader(host.disk, this.process, host.diskService(this), () =>
      this.#database.reach(asker, patienceMs),
    );
  }

  /** Its end of a channel, of which what the node says that it is gets known. */
  #heard(channel: Channel<FromExchange, ToExchange>, gateway: number): Channel<FromExchange, ToExchange> {
    const end = watched(this, this.#host, channel, gateway, () => this.heardEpoch);
    if (gateway > 0) return end;
    const send: typeof end.send = (message, memory) => {
      if (message.kind === 'standing') this.#stands(message.standing);
      end.send(message, memory);
    };
    return { ...end, send };
  }

  #stands(standing: NodeStanding): void {
    const { role = null, epoch = 0 } = this.standing ?? {};
    this.standing = standing;
    if (standing.role !== role || standing.epoch !== epoch) this.#host.stands(this, standing);
  }
}
