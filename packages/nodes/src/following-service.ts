/**
 * A node of a venue, at the far end of its gateway's channel, while another node leads: follows the leader, shows every
 * record, passes commands on, and hands outcomes back. When there is no leader it tries to lead. It then has everything that
 * a leader needs except the last records, and an `ExchangeService` takes its place without a restart of the gateway.
 *
 * Commands of its gateway go to the leader: see `PassedCommands`.
 */
import { failed, type StorageWatch, sendBatch, sendOutcomes } from '@bellwether/exchange/exchange-service.ts';
import type { ExchangeStart, GatewayChannel, ToExchange } from '@bellwether/exchange/messages.ts';
import type { SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import type { Follower } from '@bellwether/ledger/log/follower.ts';
import { replaceStored, type SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import { JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type {
  Election,
  FromLeader,
  Leader,
  NodeLink,
  NodeName,
  NodeNetwork,
  NodeStanding,
  ToLeader,
  Turn,
} from '@bellwether/ports/nodes.ts';
import type { StoredOrders } from '@bellwether/ports/order-archive.ts';
import type { Cancel, Runtime } from '@bellwether/ports/runtime.ts';
import { Joining } from './joining.ts';
import { LeaderLink, readOn } from './leader-link.ts';
import type { LeaderLog, Leadership } from './leadership.ts';
import { BEAT_MS, SEEK_MS, STALE_MS_MAX, WITHOUT_LEADER_MS_MAX } from './limits.ts';
import { type NodeHub, refuse } from './node-hub.ts';
import { openHub } from './open-hub.ts';
import { PassedCommands } from './passed-commands.ts';
import { Succession } from './succession.ts';

interface FollowingOptions {
  /** Name for people. */
  readonly name: string;
  /** Channel to the gateway, which starts and stops the node. */
  readonly channel: GatewayChannel;
  readonly follower: Follower;
  readonly start: ExchangeStart;
  readonly archive: SealedArchive;
  readonly storedOrders: (sequence: number) => StoredOrders;
  readonly storage: StorageWatch;
  readonly journal: LogRecords;
  readonly election: Election;
  readonly network: NodeNetwork;
  /** Takes the journal over. */
  readonly openLog: () => Promise<LeaderLog>;
  readonly runtime: Runtime;
  /** Gets every durable record, in order, in addition to the channel. */
  readonly publish: (record: JournalRecord) => void;
  /** Takes the place of this service. */
  readonly onLead: (leadership: Leadership) => void;
  /** Frees the node's resources when it stops without having led. */
  readonly close: () => Promise<void>;
}

export class FollowingService {
  readonly #options: FollowingOptions;
  readonly #commands: PassedCommands;
  #link: LeaderLink | null = null;
  #hub: NodeHub | null = null;
  #stopBeating: Cancel = () => undefined;
  #isOpen = false;
  readonly #joining: Joining;
  readonly #succession: Succession;
  #phase: 'starting' | 'following' | 'leading' | 'over' = 'starting';
  #standing: NodeStanding;
  /** Monotonic clock at which it started to look for a leader. */
  #seeksMs = 0;
  /** Reason why the last attempt to lead or follow failed. */
  #problem = '';
  /** Last time at which a leader is known to have had its lease. */
  #currentMs: number;

  /** Sends `ready`, and begins with `start`. */
  constructor(options: FollowingOptions) {
    const { channel, start, runtime, election, network } = options;
    this.#options = options;
    this.#joining = new Joining(runtime.timers);
    this.#succession = new Succession({ election, clock: runtime.clock, address: network.address });
    this.#commands = new PassedCommands((outcomes) => sendOutcomes(channel, outcomes), runtime.clock);
    this.#currentMs = runtime.clock.monotonicMs();
    this.#standing = this.#seeking();
    channel.receive((message) => this.#take(message));
    channel.send({ kind: 'ready', ...start });
  }

  #take(message: ToExchange): void {
    switch (message.kind) {
      case 'start':
        return void this.#live().catch((error: unknown) => this.#fail(error));
      case 'commands':
        return this.#commands.submit(message);
      case 'open':
        this.#isOpen = true;
        return;
      case 'saved':
        replaceStored(this.#options.archive, () => this.#options.storedOrders(message.sequence));
        return;
      case 'stop':
        return void this.#stop().catch((error: unknown) => this.#fail(error));
    }
  }

  async #live(): Promise<void> {
    const { channel, network, runtime, storage } = this.#options;
    await network.listen((link) => this.#called(link));
    storage.tell((state) => channel.send({ kind: 'storage', storage: state }));
    this.#stopBeating = runtime.timers.every(BEAT_MS, () => this.#beat());
    this.#phase = 'following';
    while (this.#phase === 'following') {
      if (!(await this.#followOrLead())) await this.#pause();
    }
  }

  /** Returns true if something has changed and the next attempt should be made at once. */
  async #followOrLead(): Promise<boolean> {
    try {
      const turn = await this.#succession.attempt();
      if (turn !== null) {
        await this.#lead(turn);
        return true;
      }
      const leader = await this.#succession.leader();
      if (leader !== null) return await this.#follow(leader);
      this.#problem = 'no node leads, and the one that led has its lease or its session with the database still';
      return false;
    } catch (error) {
      if (error instanceof JournalCorruption || this.#phase !== 'following') throw error;
      this.#problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Resolves when that leader is lost, or another one has come to lead; to false only if this node stops. */
  async #follow(leader: Leader): Promise<boolean> {
    const { clock } = this.#options.runtime;
    const link = await this.#join(leader);
    if (link === null) return true;
    if (this.#phase !== 'following') {
      link.close('this node stops');
      return false;
    }
    this.#link = link;
    this.#currentMs = link.heardMs;
    this.#setStanding({
      ...this.#standing,
      currentUntilMs: this.#currentUntilMs,
      role: 'follows',
      problem: '',
      leader: leader.name,
      leaderAddress: leader.address,
      leaderSinceMs: link.sinceMs,
      epoch: link.epoch,
      sinceMs: clock.wallMs(),
    });
    this.#commands.joined(link);
    await link.lost;
    this.#link = null;
    this.#commands.lost();
    this.#currentMs = link.heardMs;
    if (link.wasSilent) this.#succession.leaveAlone(link.epoch);
    this.#setStanding(this.#seeking());
    return true;
  }

  /**
   * Resolves when this node is in step; to null when another node has come to lead meanwhile. Rejects when the node is
   * no leader.
   */
  async #join(leader: Leader): Promise<LeaderLink | null> {
    const { network, follower, journal, runtime, election } = this.#options;
    const node = this.#node;
    return this.#joining.join({
      connect: () => network.connect(leader.address),
      follow: (link) =>
        new LeaderLink({
          link,
          node,
          follower,
          journal,
          runtime,
          show: (record, chain, outcomes) => this.#show(record, chain, outcomes),
          onDoubt: () => this.#succession.doubt(() => link.close('its lease is over')),
        }),
      isReplaced: async () => (await election.leader()).epoch !== leader.epoch,
    });
  }

  async #lead(turn: Turn): Promise<void> {
    const { runtime } = this.#options;
    const { log, head } = await this.#takeOver().catch(async (error: unknown) => {
      await turn.giveUp();
      throw error;
    });
    turn.leads();
    // The service may have been stopped meanwhile.
    if (this.#phase !== 'following') {
      await log.close();
      return turn.end();
    }
    this.#stopBeating();
    this.#phase = 'leading';
    const nodes = openHub({
      node: this.#node,
      epoch: log.epoch,
      head,
      clock: runtime.clock,
      report: (standing) => this.#setStanding(standing),
    });
    this.#hub = nodes;
    const commands = this.#commands.takeOut();
    this.#options.onLead({ log, turn, taken: { nodes, isOpen: this.#isOpen, commands } });
  }

  /** Opens the log and catches up with its end, which is then also where this node is. */
  async #takeOver(): Promise<{ readonly log: LeaderLog; readonly head: JournalHead }> {
    const { follower } = this.#options;
    const log = await this.#options.openLog();
    try {
      const head = await log.head();
      await readOn(log, follower, head.sequence, (...batch) => this.#show(...batch));
      if (follower.head.sequence === head.sequence && follower.head.hash === head.hash) return { log, head };
      throw new JournalCorruption(
        `this node has entry ${follower.head.sequence} (hash ${follower.head.hash}), the journal ends with entry ${head.sequence} (hash ${head.hash})`,
      );
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** Handles a link from another node that wants to follow this one. */
  #called(link: NodeLink<FromLeader, ToLeader>): void {
    link.receive((message) => {
      if (message.kind !== 'follow') return link.close('it did not say who it is');
      if (this.#hub === null) return refuse(link, 'this node does not lead');
      this.#hub.welcome(link, message);
    });
  }

  #show(record: JournalRecord | null, chain: Uint8Array, outcomes: readonly SequencedOutcome[]): void {
    const { channel, publish } = this.#options;
    this.#commands.answered(outcomes);
    if (record === null) return sendOutcomes(channel, outcomes);
    // Both may be views of a larger buffer, all of which would be sent on.
    const payload = typeof record.payload === 'string' ? record.payload : new Uint8Array(record.payload);
    const copied = { ...record, payload, chain: new Uint8Array(chain) };
    sendBatch(channel, copied, copied.chain, outcomes);
    publish(copied);
  }

  #beat(): void {
    const { clock } = this.#options.runtime;
    const { storage, follower } = this.#options;
    const nowMs = clock.monotonicMs();
    if (!storage.look().isFull) void storage.grow();
    this.#commands.beat();
    if (this.#link !== null) this.#currentMs = this.#link.heardMs;
    const leaderSequence = this.#link?.leaderSequence ?? follower.head.sequence;
    const followers = this.#link?.followers ?? [];
    const isLong = this.#standing.role === 'seeks' && nowMs - this.#seeksMs > WITHOUT_LEADER_MS_MAX;
    const problem = isLong ? this.#problem : '';
    this.#setStanding({ ...this.#standing, problem, currentUntilMs: this.#currentUntilMs, leaderSequence, followers });
  }

  #setStanding(standing: NodeStanding): void {
    this.#standing = standing;
    this.#options.channel.send({ kind: 'standing', standing });
  }

  #seeking(): NodeStanding {
    const { runtime, follower } = this.#options;
    this.#seeksMs = runtime.clock.monotonicMs();
    return {
      node: this.#node,
      role: 'seeks',
      problem: '',
      leader: '',
      leaderAddress: '',
      leaderSinceMs: 0,
      epoch: 0,
      currentUntilMs: this.#currentUntilMs,
      sinceMs: runtime.clock.wallMs(),
      leaderSequence: follower.head.sequence,
      followers: [],
    };
  }

  get #currentUntilMs(): number {
    return this.#currentMs + STALE_MS_MAX;
  }

  get #node(): NodeName {
    const { name, network } = this.#options;
    return { name, address: network.address };
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#options.runtime.timers.after(SEEK_MS, resolve));
  }

  /** Answers everything that was submitted, and stops. */
  async #stop(): Promise<void> {
    const { channel, network } = this.#options;
    this.#phase = 'over';
    this.#stopBeating();
    this.#link?.close('this node stops');
    this.#commands.stop();
    this.#succession.close();
    network.close();
    await this.#options.close();
    channel.send({ kind: 'stopped' });
    channel.close();
  }

  /** Nothing may run after this: the other end ends the process. */
  #fail(error: unknown): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    this.#stopBeating();
    this.#options.channel.send(failed(error));
    this.#options.channel.receive(() => undefined);
  }
}
