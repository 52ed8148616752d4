/**
 * A cluster on this machine: a PostgreSQL primary with its synchronous standby, nodes that share the journal in it, and
 * a balancer. Each node has its own connection to the database, through a relay that can be cut. One
 * node leads and the others follow; all serve clients. If the leader fails, another node takes over.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { claimPort } from '@bellwether/postgres-process/ports';
import { eventually, whileAlive } from '@bellwether/venue-process/progress';
import { Balancer } from './balancer.ts';
import { type NodeEnd, NodeProcess, type NodeState } from './node-process.ts';
import { Relay } from './relay.ts';

interface ClusterOptions {
  /** Number of nodes, 1 to 26; they are named a, b, c and so on. */
  readonly nodes: number;
  /** Port of the balancer; 0 means any free one. */
  readonly port: number;
  /** Environment variables of every node. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Called before the first node starts, with the address of the database and that node's folder; for a venue that
   * moves here.
   */
  readonly prepare?: (journal: string, dataDir: string) => Promise<void> | void;
  /** Receives one line for each event. */
  readonly onNews?: (line: string) => void;
  /** Called for every node that has ended, for any reason, before it is restarted. */
  readonly onEnd?: (end: NodeEnd) => void;
}

export type { NodeEnd };

export interface NodeStatus {
  readonly name: string;
  readonly state: NodeState;
  readonly port: number;
  readonly pid: number;
  readonly isCut: boolean;
}

/** Delay before a node that ended by itself is restarted, as a supervisor does. */
const RESTART_MS = 500;

interface Member {
  readonly node: NodeProcess;
  readonly cable: Relay;
  /** True if the node is restarted when it ends. */
  isWanted: boolean;
}

/**
 * Starts a cluster. If it does not start, throws the message of PostgreSQL or the first node and leaves nothing behind.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-cluster-'));
  let pair: PostgresPair | null = null;
  let cluster: Cluster | null = null;
  try {
    pair = await startPostgresPair({ standby: true });
    cluster = new Cluster(options, pair, folder);
    await cluster.begin();
    return cluster;
  } catch (error) {
    if (cluster === null) await pair?.stop();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

export class Cluster {
  readonly pair: PostgresPair;
  readonly folder: string;
  readonly #options: ClusterOptions;
  readonly #members = new Map<string, Member>();
  #balancer: Balancer | null = null;
  readonly #secret = randomBytes(24).toString('base64url');
  #port = 0;
  #isStopping = false;
  #hearsOfLeader: (() => void)[] = [];

  /** Use `startCluster`. */
  constructor(options: ClusterOptions, pair: PostgresPair, folder: string) {
    this.#options = options;
    this.pair = pair;
    this.folder = folder;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Name of the leading node; null if there is none. */
  get leader(): string | null {
    return this.#leader?.name ?? null;
  }

  get nodes(): readonly NodeStatus[] {
    return [...this.#members.values()].map(({ node: { name, state, port, pid }, cable: { isCut } }) => {
      return { name, state, port, pid, isCut };
    });
  }

  /** For `startCluster` only. */
  async begin(): Promise<void> {
    const names = Array.from({ length: this.#options.nodes }, (_, index) => String.fromCharCode(97 + index));
    for (const name of names) await this.#add(name);
    const [first, ...others] = [...this.#members.values()];
    if (first === undefined) throw new Error('a cluster has at least one node');
    const backendOf = ({ port }: NodeProcess) => (port === 0 ? null : { host: '127.0.0.1', port });
    this.#balancer = new Balancer(
      [first, ...others].map(
        ({ node }) =>
          () =>
            backendOf(node),
      ),
    );
    this.#port = await this.#balancer.listen(this.#options.port);
    await this.#options.prepare?.(this.pair.primary.url, first.node.dataDir);
    this.#start(first);
    await this.awaitLeader();
    for (const other of others) this.#start(other);
    await this.awaitFollowers();
  }

  /** Resolves when one node leads and all other started nodes follow it. */
  awaitFollowers(): Promise<void> {
    return eventually(() => {
      if (!this.#isComplete()) throw new Error(`the cluster does not become complete: ${JSON.stringify(this.nodes)}`);
    });
  }

  #isComplete(): boolean {
    const wanted = [...this.#members.values()].filter(({ isWanted }) => isWanted);
    return (
      wanted.every(({ node }) => node.state === (node === this.#leader ? 'leads' : 'follows')) &&
      wanted.some(({ node }) => node === this.#leader)
    );
  }

  /** The admin token, which is the same at every node. */
  get adminToken(): string {
    const [token = ''] = readFileSync(join(this.dataDirOf('a'), 'admin-token'), 'utf8').split(/\s/, 1);
    return token;
  }

  dataDirOf(name: string): string {
    return this.#member(name).node.dataDir;
  }

  wordsOf(name: string): readonly string[] {
    return this.#member(name).node.words;
  }

  async awaitLeader(): Promise<string> {
    for (let leader = this.#leader; ; leader = this.#leader) {
      if (leader !== null) return leader.name;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#hearsOfLeader.push(resolve);
      await whileAlive(promise);
    }
  }

  kill(name: string): Promise<void> {
    return this.terminate(name, 'SIGKILL');
  }

  /** Asks a node to stop and waits until it has; it is not restarted automatically. */
  async terminate(name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const member = this.#member(name);
    member.isWanted = false;
    await member.node.end(signal);
  }

  start(name: string): void {
    this.#start(this.#member(name));
  }

  /** Stops a node's process without ending it. */
  pause(name: string): void {
    this.#member(name).node.pause();
  }

  resume(name: string): void {
    this.#member(name).node.resume();
  }

  /** Cuts a node off from the database without notice to either side. */
  cut(name: string): void {
    this.#member(name).cable.cut();
  }

  heal(name: string): void {
    this.#member(name).cable.heal();
  }

  /** Kills the primary and promotes its standby. The new primary has no standby until `rejoin`. */
  async promote(): Promise<void> {
    await this.pair.primary.kill();
    await this.pair.promote();
  }

  /** Makes the old primary a standby of the new one. */
  rejoin(): Promise<void> {
    return this.pair.rejoin();
  }

  /** Stops all nodes gracefully and does not restart them. The database keeps running. */
  async stopNodes(): Promise<void> {
    this.#isStopping = true;
    const members = [...this.#members.values()];
    for (const { node, cable } of members) {
      cable.heal();
      node.resume();
    }
    await Promise.all(members.map(({ node }) => node.end('SIGTERM')));
  }

  async stop(): Promise<void> {
    await this.stopNodes();
    const members = [...this.#members.values()];
    await Promise.all([this.#balancer?.close(), ...members.map(({ cable }) => cable.close())]);
    await this.pair.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #add(name: string): Promise<void> {
    const dataDir = join(this.folder, `node-${name}`);
    mkdirSync(dataDir, { mode: 0o700 });
    const cable = new Relay(() => ({ host: '127.0.0.1', port: this.pair.primary.port }));
    const journal = new URL(this.pair.primary.url);
    journal.hostname = '127.0.0.1';
    journal.port = String(await cable.listen());
    const settings = {
      ...this.#options.settings,
      BELLWETHER_JOURNAL: journal.href,
      BELLWETHER_CLUSTER_ADDRESS: `127.0.0.1:${await claimPort()}`,
      BELLWETHER_CLUSTER_SECRET: this.#secret,
    };
    const node = new NodeProcess({
      name,
      dataDir,
      settings,
      onStanding: () => this.#standingChanged(node),
      onEnd: (end) => this.#ended(member, end),
    });
    const member: Member = { node, cable, isWanted: false };
    this.#members.set(name, member);
  }

  #start(member: Member): void {
    member.isWanted = true;
    member.node.start();
  }

  /** The node with the highest epoch among those that claim to lead: an earlier leader's message may arrive late. */
  get #leader(): NodeProcess | null {
    const leading = [...this.#members.values()].map(({ node }) => node).filter(({ standing }) => standing === 'leads');
    return leading.toSorted((left, right) => right.epoch - left.epoch)[0] ?? null;
  }

  #standingChanged(node: NodeProcess): void {
    if (node.standing !== 'leads') return;
    this.#options.onNews?.(`node ${node.name} leads`);
    const waiting = this.#hearsOfLeader;
    this.#hearsOfLeader = [];
    for (const hear of waiting) hear();
  }

  #ended(member: Member, end: NodeEnd): void {
    const { node } = member;
    if (this.#isStopping) return;
    this.#options.onEnd?.(end);
    const last = node.words.findLast((line) => line.startsWith('bellwether:'));
    this.#options.onNews?.(`node ${node.name} has ended${last === undefined ? '' : `: ${last}`}`);
    if (!member.isWanted) return;
    setTimeout(() => {
      if (member.isWanted && !this.#isStopping) node.start();
    }, RESTART_MS);
  }

  /** Throws with the existing names if there is no such node. */
  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`there is no node ${name}: ${[...this.#members.keys()].join(', ')}`);
    return member;
  }
}
