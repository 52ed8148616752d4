/**
 * A cluster on this machine: a PostgreSQL primary with its synchronous standby, nodes that share the journal in it, and a
 * balancer before them. Each node has a cable of its own to the database, which can be cut. One node leads, the others
 * follow it; all serve clients, and when the one that leads is gone another takes over.
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

export interface ClusterOptions {
  /** How many nodes, 1 to 26; they are called a, b, c and so on. */
  readonly nodes: number;
  /** Of the balancer; 0 is any that is free. */
  readonly port: number;
  /** Environment variables of every node. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Run before the first node is started, with the address of the database and that node's folder: for a venue that moves here. */
  readonly prepare?: (journal: string, dataDir: string) => Promise<void> | void;
  /** Told what happens, a line each. */
  readonly onNews?: (line: string) => void;
  /** Told of every node that has ended, by itself or not, before it is started again. */
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

/** Before a node that ended by itself is started again, as a supervisor does. */
const RESTART_MS = 500;

interface Member {
  readonly node: NodeProcess;
  readonly cable: Relay;
  /** Whether it is started again when it ends. */
  isWanted: boolean;
}

/** Throws what PostgreSQL or the first node said when they do not start; nothing is left then. */
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

  /** Of the balancer. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Name of the node that leads; null while none does. */
  get leader(): string | null {
    return this.#leader?.name ?? null;
  }

  get nodes(): readonly NodeStatus[] {
    return [...this.#members.values()].map(({ node, cable }) => ({
      name: node.name,
      state: node.state,
      port: node.port,
      pid: node.pid,
      isCut: cable.isCut,
    }));
  }

  /** For `startCluster` alone. */
  async begin(): Promise<void> {
    const names = Array.from({ length: this.#options.nodes }, (_, index) => String.fromCharCode(97 + index));
    for (const name of names) await this.#add(name);
    const [first, ...others] = [...this.#members.values()];
    if (first === undefined) throw new Error('a cluster has at least one node');
    const backends = [first, ...others].map(
      ({ node }) =>
        () =>
          node.port === 0 ? null : { host: '127.0.0.1', port: node.port },
    );
    this.#balancer = new Balancer(backends);
    this.#port = await this.#balancer.listen(this.#options.port);
    await this.#options.prepare?.(this.pair.primary.url, first.node.dataDir);
    this.#start(first);
    await this.led();
    for (const other of others) this.#start(other);
    await this.settled();
  }

  /** Resolves when one node leads and all others that are to run follow it. */
  settled(): Promise<void> {
    return eventually(() => {
      if (!this.#isSettled()) throw new Error(`the cluster does not settle: ${JSON.stringify(this.nodes)}`);
    });
  }

  #isSettled(): boolean {
    const wanted = [...this.#members.values()].filter(({ isWanted }) => isWanted);
    return (
      wanted.every(({ node }) => node.state === (node === this.#leader ? 'leads' : 'follows')) &&
      wanted.some(({ node }) => node === this.#leader)
    );
  }

  /** The same at every node. */
  get adminToken(): string {
    const [token = ''] = readFileSync(join(this.dataDirOf('a'), 'admin-token'), 'utf8').split(/\s/, 1);
    return token;
  }

  dataDirOf(name: string): string {
    return this.#member(name).node.dataDir;
  }

  /** What a node wrote to stderr last. */
  wordsOf(name: string): readonly string[] {
    return this.#member(name).node.words;
  }

  /** Resolves to the leader's name once there is one. */
  async led(): Promise<string> {
    for (let leader = this.#leader; ; leader = this.#leader) {
      if (leader !== null) return leader.name;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#hearsOfLeader.push(resolve);
      await whileAlive(promise);
    }
  }

  /** `kill -9`; it is not started again by itself. */
  async kill(name: string): Promise<void> {
    const member = this.#member(name);
    member.isWanted = false;
    await member.node.end('SIGKILL');
  }

  /** Asks it to stop (SIGTERM) and waits until it has; it is not started again by itself. */
  async terminate(name: string): Promise<void> {
    const member = this.#member(name);
    member.isWanted = false;
    await member.node.end('SIGTERM');
  }

  start(name: string): void {
    this.#start(this.#member(name));
  }

  /** Its process stands still. */
  pause(name: string): void {
    this.#member(name).node.pause();
  }

  resume(name: string): void {
    this.#member(name).node.resume();
  }

  /** Nothing passes between it and the database, and neither is told. */
  cut(name: string): void {
    this.#member(name).cable.cut();
  }

  heal(name: string): void {
    this.#member(name).cable.heal();
  }

  /** Kills the primary and makes its standby the primary. It has no standby of its own until `rejoin`. */
  async promote(): Promise<void> {
    await this.pair.primary.kill();
    await this.pair.promote();
  }

  /** Makes the old primary a standby of the new one. */
  rejoin(): Promise<void> {
    return this.pair.rejoin();
  }

  /** Stops all nodes in order, for good. The database goes on. */
  async stopNodes(): Promise<void> {
    this.#isStopping = true;
    const members = [...this.#members.values()];
    for (const { node, cable } of members) {
      cable.heal();
      node.resume();
    }
    await Promise.all(members.map(({ node }) => node.end('SIGTERM')));
  }

  /** Ends everything and removes its folders. */
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
      onStanding: () => this.#stands(node),
      onEnd: (end) => this.#ended(member, end),
    });
    const member: Member = { node, cable, isWanted: false };
    this.#members.set(name, member);
  }

  #start(member: Member): void {
    member.isWanted = true;
    member.node.start();
  }

  /** Of those that say that they lead, the one with the highest epoch: what an earlier one has said may arrive later. */
  get #leader(): NodeProcess | null {
    const leading = [...this.#members.values()].map(({ node }) => node).filter(({ standing }) => standing === 'leads');
    return leading.toSorted((left, right) => right.epoch - left.epoch)[0] ?? null;
  }

  #stands(node: NodeProcess): void {
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

  /** Throws with the names there are. */
  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`there is no node ${name}: ${[...this.#members.keys()].join(', ')}`);
    return member;
  }
}
