/** The gateway of a process: the real client with its follower, the order desk, and reads of the rows. */
import type { AccountId, Command } from '@bellwether/engine';
import { ExchangeClient } from '@bellwether/server/exchange/exchange-client.ts';
import type { FromExchange, ToExchange } from '@bellwether/server/exchange/messages.ts';
// Types of the request data that the desk uses.
import type {} from '@bellwether/server/http/mount.ts';
import { OrderDesk } from '@bellwether/server/http/order-desk.ts';
import { type Recovered, recover } from '@bellwether/server/log/recovery.ts';
import {
  type Exchange,
  type ExchangeOutcome,
  ExchangeUnavailable,
  MalformedCommand,
  OutcomeUnknown,
  StorageFull,
} from '@bellwether/server/ports/exchange.ts';
import type { JournalHead } from '@bellwether/server/ports/journal.ts';
import { isCurrentAt } from '@bellwether/server/ports/nodes.ts';
import {
  type ReadAnswer,
  type Reader,
  ReaderUnavailable,
  ReadFailed,
  ReadStoreRebuilding,
} from '@bellwether/server/ports/reader.ts';
import type { Channel } from '@bellwether/server/ports/runtime.ts';
import type { Read } from '@bellwether/server/reads/read.ts';
import { createReads } from '@bellwether/server/reads/registry.ts';
import { runRead } from '@bellwether/server/reads/run-read.ts';
import { entriesOfRecord } from '@bellwether/server/record/journal-record.ts';
import type { World } from '../world.ts';
import type { FeedLink } from './feed-link.ts';
import type { Answer, DeskAnswer, GatewayView, HostedNode, ReadOutcome } from './hosted.ts';
import { NodeFeeds } from './node-feeds.ts';

export interface GatewayStart {
  readonly channel: Channel<ToExchange, FromExchange>;
  readonly recovered: Recovered;
  /** Maximum time for a command to get an outcome; unlimited by default. */
  readonly answerMsMax?: number;
  /** True for a node of a multi-node venue, which answers only while it knows that its data is current. */
  readonly isOneOfSeveral?: boolean;
}

const READS: ReadonlyMap<string, Read<unknown>> = createReads();

export class NodeGateway {
  readonly client: ExchangeClient;
  readonly #node: HostedNode;
  readonly #host: World;
  readonly #lost = Promise.withResolvers<void>();
  /** Listeners that wait for an answer. */
  readonly #hearers = new Set<() => void>();
  #isLost = false;
  readonly #desk: OrderDesk;
  readonly reader: Reader;
  readonly #feeds: NodeFeeds | null;
  readonly #exchange: Exchange;
  readonly #isOneOfSeveral: boolean;

  constructor(node: HostedNode, host: World, start: GatewayStart) {
    const { channel, recovered, answerMsMax, isOneOfSeveral = false } = start;
    this.#isOneOfSeveral = isOneOfSeveral;
    this.#node = node;
    this.#host = host;
    const { follower, archive, snapshotSequence } = recovered;
    const ended = Promise.withResolvers<string>();
    this.client = new ExchangeClient({
      connection: { channel, ended: ended.promise, end: () => undefined },
      follower,
      archive,
      storedOrders: (sequence) => node.machine.snapshots.openOrdersOf(sequence),
      snapshotSequence,
      timers: node.process.timers,
      ...(answerMsMax !== undefined && { answerMsMax }),
      onFailure: (message) => node.fail(message),
    });
    this.client.observe({
      published: (entries, state) => {
        this.#checkClosedOrders();
        host.folded(node, entries, state);
      },
    });
    if (host.features.has('snapshots')) this.#takeSnapshots();
    this.reader = { read: (name, parameters) => this.#read(name, parameters) };
    this.#feeds = host.features.has('feeds')
      ? new NodeFeeds(node, host, {
          client: this.client,
          reader: this.reader,
          isCurrent: isOneOfSeveral ? () => this.#isCurrent() : null,
        })
      : null;
    this.#exchange = this.#feeds?.texts.around(this.client, this.client.state) ?? this.client;
    const { signatures, parseAddress, relay, terms } = host.prepared;
    this.#desk = new OrderDesk({
      exchange: this.#exchange,
      view: this.client,
      reader: this.reader,
      history: {
        entry: async (sequence) => {
          for await (const record of node.log.read(sequence)) {
            const entry = entriesOfRecord(record, null).find((one) => one.sequence === sequence);
            if (entry !== undefined) return entry;
          }
          throw new Error(`there is no entry ${sequence}`);
        },
      },
      signatures,
      parseAddress,
      relay,
      domain: terms.domain,
      negRiskDomain: terms.negRiskDomain,
      settings: { profile: 'bellwether', lendsWallets: false },
    });
  }

  get view(): GatewayView {
    const { state, head, archive } = this.client;
    return { state, head, archive, node: this.#node.index };
  }

  /** True if requests are answered. A node of a multi-node venue refuses them while its data may be stale. */
  letsIn(): boolean {
    if (!this.#isOneOfSeveral) return true;
    const { standing, head } = this.client;
    if (standing === null || !this.#isCurrent()) return false;
    this.#host.current(this.#node, standing.role === 'leads', head.sequence);
    return true;
  }

  #isCurrent(): boolean {
    const { standing } = this.client;
    return standing !== null && isCurrentAt(standing, this.#node.process.clock.monotonicMs());
  }

  get head(): JournalHead {
    return this.client.head;
  }

  get pending(): number {
    return this.client.pending;
  }

  /** Resolves when the gateway's process has ended. */
  get whenLost(): Promise<void> {
    return this.#lost.promise;
  }

  onLost(hear: () => void): () => void {
    if (this.#isLost) hear();
    else this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** Notifies everyone that the gateway's process has ended. */
  lost(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#lost.resolve();
    for (const hear of this.#hearers) hear();
    this.#hearers.clear();
    this.#feeds?.lost();
  }

  async submit(command: Command): Promise<Answer> {
    let outcome: ExchangeOutcome;
    try {
      outcome = await this.#exchange.submit(command);
    } catch (error) {
      if (error instanceof StorageFull) return { kind: 'refused', code: 'storage_full', message: error.message };
      if (error instanceof MalformedCommand) return { kind: 'refused', code: 'malformed', message: error.message };
      if (error instanceof ExchangeUnavailable) return refusedOrUnknown(error);
      if (error instanceof OutcomeUnknown) return { kind: 'unknown', message: error.message };
      throw error;
    }
    return { kind: 'outcome', outcome, head: this.client.head };
  }

  async place(accountId: AccountId, apiKey: string, body: unknown): Promise<DeskAnswer> {
    const account = this.client.state.accounts[accountId];
    if (account === undefined) return { kind: 'unreachable' };
    try {
      const answer = await this.#desk.place({ account, apiKey: apiKey as never }, body, null);
      if ('kind' in answer) return { kind: 'failure', failure: answer };
      return { kind: 'placed', answer, head: this.client.head };
    } catch (error) {
      // The trades of a repeated order are read from the rows.
      const isBusy = error instanceof ReadStoreRebuilding || error instanceof ReaderUnavailable;
      const isUntold = error instanceof ExchangeUnavailable || error instanceof OutcomeUnknown;
      if (isBusy || isUntold || error instanceof StorageFull) {
        return { kind: 'unknown', message: error.message };
      }
      throw error;
    }
  }

  connect(channel: 'market' | 'user' | 'live', client: number): FeedLink | null {
    return this.#feeds?.connect(channel, client) ?? null;
  }

  async read(name: string, parameters: unknown): Promise<ReadOutcome> {
    try {
      const answer = await this.#read(name, parameters);
      if (answer === null) return { kind: 'missing' };
      const value = JSON.parse(Buffer.from(answer.body).toString()) as unknown;
      return { kind: 'value', value, sequence: Number(answer.headers['x-read-sequence']) };
    } catch (error) {
      if (error instanceof ReadStoreRebuilding || error instanceof ReaderUnavailable)
        return { kind: 'unavailable', message: error.message };
      throw error;
    }
  }

  async #read(name: string, parameters: unknown): Promise<ReadAnswer | null> {
    const read = READS.get(name);
    if (read === undefined) throw new ReadFailed(`no read is called ${name}`);
    const { projector, machine } = this.#node;
    if (projector === null) throw new ReadStoreRebuilding();
    projector.barrier.setAcknowledged(this.client.head.sequence);
    await projector.barrier.wait();
    if (projector.state !== 'ready') throw new ReadStoreRebuilding();
    const result = await runRead(read, machine.rows.reading, parameters);
    if (result === null) return null;
    return { body: Buffer.from(read.serialize(result.value)), encoding: null, headers: result.headers, cpuMs: 0 };
  }

  /** Checks that every closed order that the state has handed out is stored or waits to be stored. */
  #checkClosedOrders(): void {
    const { archive, state } = this.client;
    for (let index = archive.runs.at(-1)?.to ?? 0; index < state.orderResults.generations; index++) {
      if (archive.pending.some((generation) => generation.index === index)) continue;
      const lost = new Error(`generation ${index} of closed orders is not in its archive`);
      return this.#host.mistaken(this.#node, 'the gateway', lost);
    }
  }

  /** Takes snapshots at the interval of this world's settings, in the background. */
  #takeSnapshots(): void {
    let last = this.client.snapshotSequence;
    let isTaking = false;
    this.client.observe({
      published: (_entries, { sequence }) => {
        if (isTaking || sequence - last < this.#host.snapshotEvery) return;
        isTaking = true;
        last = sequence;
        void this.#takeSnapshot(sequence).finally(() => {
          isTaking = false;
        });
      },
    });
  }

  async #takeSnapshot(sequence: number): Promise<void> {
    const { keeps } = this.#host;
    const { snapshots } = this.#node.machine;
    try {
      const { state, head, archive } = await recover(
        this.#node.log,
        () => this.#host.snapshots(this.#node),
        sequence,
        keeps,
      );
      this.#host.touched(this.#node, 'save a snapshot');
      if (!this.#node.isAlive) return;
      snapshots.save(state, head, archive);
      archive.close();
      this.client.saved(head.sequence);
    } catch {
      // The next snapshot is another chance, and damage is found at a start.
    }
  }
}

/** Refusals of commands that were certainly not executed, by message. */
const NEVER_DONE: ReadonlyMap<string, 'no_leader' | 'busy'> = new Map([
  ['no node of the venue leads', 'no_leader'],
  ['too many commands are waiting already', 'busy'],
]);

function refusedOrUnknown({ message }: ExchangeUnavailable): Answer {
  const code = NEVER_DONE.get(message);
  return code === undefined ? { kind: 'unknown', message } : { kind: 'refused', code, message };
}
