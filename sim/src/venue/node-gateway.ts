/** The gateway of a process: the real client with its follower, the order desk, and reads of the rows. */
import type { AccountId, Command } from '@bellwether/engine';
import { ExchangeClient } from '@bellwether/exchange/exchange-client.ts';
import type { FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
// Types of the request data that the desk uses.
import type {} from '@bellwether/gateway/http/mount.ts';
import { OrderDesk } from '@bellwether/gateway/http/routes/orders.ts';
import { entryAt } from '@bellwether/ledger/log/entry-at.ts';
import { type Recovered, recover } from '@bellwether/ledger/log/recovery.ts';
import {
  type Exchange,
  ExchangeUnavailable,
  MalformedCommand,
  OutcomeUnknown,
  StorageFull,
} from '@bellwether/ports/exchange.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import { type Reader, ReadRefused, ReadStoreRebuilding } from '@bellwether/ports/reader.ts';
import type { Channel } from '@bellwether/ports/runtime.ts';
import { composeGateway } from '@bellwether/venue/compose/dependencies.ts';
import { settingsOf } from '@bellwether/venue/compose/install.testing.ts';
import { composeLedger, type LedgerAdapters } from '@bellwether/venue/compose/ledger.ts';
import { Opened } from '@bellwether/venue/compose/opened.ts';
import type { LedgerReads } from '@bellwether/venue/threads/ledger-reads.ts';
import type { FromSnapshots } from '@bellwether/venue/threads/snapshots/snapshot-messages.ts';
import type { SnapshotTaker } from '@bellwether/venue/threads/snapshots/snapshots.ts';
import type { Answer } from '../checks/facts.ts';
import type { World } from '../world.ts';
import type { FeedLink } from './feed-link.ts';
import type { DeskAnswer, GatewayView, HostedNode, ReadOutcome } from './hosted.ts';
import { NodeFeeds } from './node-feeds.ts';

export interface GatewayStart {
  readonly channel: Channel<ToExchange, FromExchange>;
  readonly recovered: Recovered;
  /** Maximum time for a command to get an outcome; unlimited by default. */
  readonly answerMsMax?: number;
  /** True for a node of a multi-node venue, which answers only while it knows that its data is current. */
  readonly isOneOfSeveral?: boolean;
}

const SETTINGS = settingsOf('bellwether');
/** Refusals of commands that were certainly not executed, by message. */
const NEVER_DONE: Readonly<Record<string, 'no_leader' | 'busy'>> = {
  'no node of the venue leads': 'no_leader',
  'too many commands are waiting already': 'busy',
};

export class NodeGateway {
  readonly client: ExchangeClient;
  readonly #node: HostedNode;
  readonly #host: World;
  readonly #lost = Promise.withResolvers<void>();
  readonly #hearers = new Set<() => void>();
  #isLost = false;
  readonly #dependencies: AppDependencies;
  readonly #desk: OrderDesk;
  readonly #feeds: NodeFeeds | null;
  readonly #reader: Reader;

  constructor(node: HostedNode, host: World, start: GatewayStart) {
    const { channel, recovered, isOneOfSeveral = false, answerMsMax } = start;
    this.#node = node;
    this.#host = host;
    const { follower, archive, snapshotSequence } = recovered;
    this.client = new ExchangeClient({
      connection: { channel, ended: Promise.withResolvers<string>().promise, end: () => undefined },
      follower,
      archive,
      storedOrders: (sequence) => node.machine.snapshots.openOrdersOf(sequence),
      snapshotSequence,
      runtime: node.process,
      ...(answerMsMax !== undefined && { answerMsMax }),
      onFailure: (message) => node.fail(message),
    });
    const { client } = this;
    client.observe({
      published: (entries, state) => {
        this.#checkClosedOrders();
        host.folded(node, entries, state);
      },
    });
    const ledger = composeLedger(
      {
        exchange: client,
        reads: node.projector?.reads ?? NO_READS,
        snapshots: this.#snapshots(),
        // After a failure the next snapshot is another chance, and damage is found at a start.
        logger: { error: () => undefined },
        freeBytes: () => null,
      },
      new Opened(),
    );
    this.#reader = ledger.reader;
    const { dependencies, texts } = composeGateway({
      install: host.install,
      config: SETTINGS,
      exchange: client,
      history: { entry: (sequence) => entryOf(node, sequence) },
      reader: ledger.reader,
      runtime: node.process,
      measured: { figures: ledger.figures },
      adminToken: 'of a simulated operator',
      version: '0.0.0',
      houseAccounts: new Set(),
      logger: {
        error: (details) => {
          const { err } = details as { err?: unknown };
          // An unreadable value only leaves a message without its text; any other error is a defect.
          const isOfTheRows = err instanceof ReadRefused;
          if (node.isAlive && !isOfTheRows) host.mistaken(node, 'a live feed failed', err);
        },
      },
      ...(isOneOfSeveral && { standing: () => client.standing }),
    });
    this.#dependencies = dependencies;
    this.#desk = new OrderDesk(dependencies);
    this.#feeds = host.features.has('feeds') ? new NodeFeeds(node, host, dependencies, texts) : null;
  }

  get view(): GatewayView {
    const { state, head, archive } = this.client;
    return { state, head, archive, node: this.#node.index };
  }

  get head(): JournalHead {
    return this.client.head;
  }

  get pending(): number {
    return this.client.pending;
  }

  get whenLost(): Promise<void> {
    return this.#lost.promise;
  }

  /** True if requests are answered. A node of a multi-node venue refuses them while its data may be stale. */
  letsIn(): boolean {
    const { isCurrent } = this.#dependencies;
    if (isCurrent === undefined) return true;
    const { standing, head } = this.client;
    if (standing === null || !isCurrent()) return false;
    this.#host.current(this.#node, standing.role === 'leads', head.sequence);
    return true;
  }

  /**
   * Registers a callback for the end of the gateway's process; calls it at once if the process has ended. Returns a
   * function that removes the callback.
   */
  onLost(hear: () => void): () => void {
    if (this.#isLost) hear();
    else this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  lost(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#lost.resolve();
    for (const hear of this.#hearers) hear();
    this.#hearers.clear();
    this.#feeds?.lost();
  }

  async submit(command: Command): Promise<Answer> {
    try {
      const outcome = await this.#exchange.submit(command);
      if (outcome.kind === 'reject') return { kind: 'reject', code: outcome.code };
      if (outcome.kind !== 'accepted') return outcome;
      const { sequence, events } = outcome.entry;
      return { kind: 'accepted', sequence, events, notCanceled: outcome.notCanceled };
    } catch (error) {
      if (error instanceof StorageFull) return { kind: 'not_done', code: 'storage_full' };
      if (error instanceof MalformedCommand) return { kind: 'not_done', code: 'malformed' };
      const code = error instanceof ExchangeUnavailable ? NEVER_DONE[error.message] : undefined;
      if (code !== undefined) return { kind: 'not_done', code };
      if (error instanceof ExchangeUnavailable || error instanceof OutcomeUnknown) return { kind: 'unknown' };
      throw error;
    }
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
      const isUntold = error instanceof ExchangeUnavailable || error instanceof OutcomeUnknown;
      if (isUntold || isBusy(error) || error instanceof StorageFull) return { kind: 'unknown', message: error.message };
      throw error;
    }
  }

  connect(channel: 'market' | 'user' | 'live', client: number): FeedLink | null {
    return this.#feeds?.connect(channel, client) ?? null;
  }

  async read(name: string, parameters: unknown): Promise<ReadOutcome> {
    try {
      const answer = await this.#reader.read(name, parameters);
      if (answer === null) return { kind: 'missing' };
      const value = JSON.parse(Buffer.from(answer.body).toString()) as unknown;
      return { kind: 'value', value, sequence: Number(answer.headers['x-read-sequence']) };
    } catch (error) {
      if (isBusy(error)) return { kind: 'unavailable', message: error.message };
      throw error;
    }
  }

  get #exchange(): Exchange {
    return this.#feeds === null ? this.client : this.#dependencies.catalogExchange;
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
  #snapshots(): LedgerAdapters['snapshots'] {
    const [node, host] = [this.#node, this.#host];
    const save: SnapshotTaker['save'] = ({ state, head, archive }) => {
      host.touched(node, 'save a snapshot');
      if (!node.isAlive) throw new Error('its process has ended');
      node.machine.snapshots.save(state, head, archive);
    };
    const take = async (sequence: number): Promise<FromSnapshots> => {
      try {
        const recovered = await recover(node.log, () => host.snapshots(node), sequence, host.keeps);
        save(recovered);
        recovered.archive.close();
        return { kind: 'saved', sequence: recovered.head.sequence };
      } catch (error) {
        return { kind: 'failed', message: String(error) };
      }
    };
    return {
      save,
      take: (sequence) => ({ taken: take(sequence), drop: () => Promise.resolve() }),
      everyEntries: host.features.has('snapshots') ? host.snapshotEvery : Number.POSITIVE_INFINITY,
    };
  }
}

/** The read side of a world without rows. */
const NO_READS: LedgerReads = {
  reader: { read: () => Promise.reject(new ReadStoreRebuilding()) },
  state: 'rebuilding',
  projected: 0,
  opened: Promise.resolve(),
  acknowledged: () => undefined,
  open: () => undefined,
  endWaiting: () => undefined,
  stop: () => Promise.resolve(),
};

const isBusy = (error: unknown): error is Error => error instanceof ReadRefused;

async function entryOf({ log }: HostedNode, sequence: number) {
  const entry = await entryAt(log, sequence);
  if (entry === null) throw new Error(`there is no entry ${sequence}`);
  return entry;
}
