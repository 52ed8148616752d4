/**
 * Runs one cluster after another in one lane: three nodes, a primary with its synchronous standby, and a balancer.
 * Clients write through the balancer during one or two faults. Then the cluster settles, and the answers that clients
 * got are compared with the journal in the database and with the leader.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, type NodeEnd, type NodeStatus, startCluster } from '@bellwether/cluster';
import type { JournalPlace } from '@bellwether/server/ports/journal-place.ts';
import { Choices } from '../shared/random.ts';
import { FAULTS, type Fault, reasonOf } from './cluster-faults.ts';
import { runCommand } from './command-line.ts';
import { Ledger } from './ledger.ts';
import { type Lane, runLives, Violation } from './lives.ts';
import type { ClusterReport } from './reports.ts';
import { type Address, openTraders, type Trader } from './traders.ts';
import { SETTINGS } from './venue.ts';

interface ChosenFault {
  readonly fault: Fault;
  readonly choices: Choices;
}

const NODES = 3;
const SECOND_FAULT = 0.5;
/** Writing time before each fault. */
const WRITING_MS = { least: 20, most: 600 } as const;
/** Additional writing time once the cluster has settled. */
const WRITING_AFTER_MS = 100;
/**
 * Pause between an answer and the next write, so that a round stays small enough to read back; and pause after a
 * missing answer.
 */
const REST_MS_MAX = 30;
const RETRY_MS = 50;
const VERIFY_EVERY = 5;
const COMPARISONS_MAX = 200;
/** Maximum audits per round: a replaced leader that had not noticed may end during an audit. */
const AUDITS_MAX = 10;

export const runClusterLane = (options: Lane<ClusterReport>): Promise<void> =>
  runLives(options, (choices, folder) => new ClusterLife(options, choices, folder).run());

const SESSIONS = `
  SELECT pid, application_name, state, wait_event, clock_timestamp() - backend_start AS age,
    clock_timestamp() - query_start AS ago, left(regexp_replace(query, '\\s+', ' ', 'g'), 80)
  FROM pg_stat_activity WHERE datname IS NOT NULL`;

class ClusterLife {
  readonly #options: Lane<ClusterReport>;
  /**
   * The number of choices of an audit depends on more than the seed; the choice of faults does not depend on audits.
   */
  readonly #choices: { readonly faults: Choices; readonly traders: Choices; readonly audits: Choices };
  readonly #folder: string;
  readonly #ledger: Ledger;
  readonly #began = performance.now();
  #cluster: Cluster | null = null;
  #adminToken = '';
  #round = 0;
  /** A node ended in a way that no fault explains. */
  #broken: Violation | null = null;

  constructor(options: Lane<ClusterReport>, choices: Choices, folder: string) {
    this.#options = options;
    this.#choices = { faults: childOf(choices), traders: childOf(choices), audits: childOf(choices) };
    this.#folder = folder;
    this.#ledger = new Ledger(() => this.#place(), options.report);
  }

  async run(): Promise<void> {
    this.#cluster = await startCluster({
      nodes: NODES,
      port: 0,
      settings: { ...SETTINGS, BELLWETHER_DEMO: 'off' },
      onNews: (line) => this.#news(line),
      onEnd: (end) => this.#ended(end),
    });
    try {
      await this.#open(this.#cluster);
      let rounds = 0;
      do await this.#play(this.#cluster);
      while (++rounds < this.#options.roundsPerLife && this.#options.takeRound());
      await this.#ledger.look();
      await this.#ledger.verify();
      await this.#ledger.count();
    } catch (error) {
      await this.#noteSessions(this.#cluster).catch(() => undefined);
      await this.#keep().catch(() => undefined);
      throw error;
    } finally {
      await this.#cluster.stop();
      this.#ledger.close();
    }
  }

  #place(): JournalPlace {
    const cluster = this.#cluster;
    if (cluster === null) throw new Error('there is no cluster yet');
    return {
      dataDir: cluster.dataDirOf(cluster.leader ?? 'a'),
      database: { url: cluster.pair.primary.url, isTest: false },
    };
  }

  async #open(cluster: Cluster): Promise<void> {
    this.#adminToken = cluster.adminToken;
    await settled(cluster);
    this.#ledger.traders = await openTraders(this.#addressOf(cluster.url), this.#choices.traders, this.#folder);
  }

  async #play(cluster: Cluster): Promise<void> {
    const { report } = this.#options;
    report.rounds++;
    this.#round++;
    this.#news(`round ${this.#round}`);
    const faults = this.#chooseFaults();
    let goesOn = true;
    const writing = this.#ledger.traders.map((trader) => this.#write(trader, cluster, () => goesOn));
    // Failures are handled below.
    for (const one of writing) one.catch(() => undefined);
    try {
      await this.#disturb(cluster, faults);
      const repaired = performance.now();
      await this.#settled(cluster);
      report.settledMs.push(performance.now() - repaired);
      await delay(WRITING_AFTER_MS);
    } finally {
      // Stop the clients after any failure; otherwise the run could not end.
      goesOn = false;
    }
    const answers = await Promise.all(writing);
    report.answers += answers.reduce((sum, each) => sum + each, 0);
    await this.#audit(cluster);
    if (this.#round % VERIFY_EVERY === 0) await this.#ledger.verify();
  }

  /** Gives each fault its own choices, because several may choose at once. */
  #chooseFaults(): readonly ChosenFault[] {
    const { faults } = this.#choices;
    const count = faults.chance(SECOND_FAULT) ? 2 : 1;
    return Array.from({ length: count }, () => ({ fault: faults.pick(FAULTS), choices: childOf(faults) }));
  }

  /** Runs faults of one part in sequence and those of different parts concurrently. */
  async #disturb(cluster: Cluster, chosen: readonly ChosenFault[]): Promise<void> {
    const parts = Map.groupBy(chosen, ({ fault }) => fault.part);
    const { least, most } = WRITING_MS;
    await Promise.all(
      [...parts.values()].map(async (ofPart) => {
        for (const { fault, choices } of ofPart) {
          await delay(least + choices.below(most - least));
          this.#news(`${fault.name}: begins`);
          const tookPlace = await fault.run(cluster, choices);
          this.#news(`${fault.name}: ${tookPlace ? 'repaired' : 'met nothing'}`);
          if (tookPlace) this.#options.report.fault(fault.name);
          else this.#options.report.missed++;
        }
      }),
    );
  }

  /** Writes until told to stop, whichever node leads. Resolves to the number of answers. */
  async #write(trader: Trader, cluster: Cluster, goesOn: () => boolean): Promise<number> {
    const client = trader.clientOf(this.#addressOf(cluster.url));
    const rest = (): Promise<void> => delay(trader.choices.below(REST_MS_MAX));
    let answers = 0;
    while (goesOn()) {
      answers += await trader.write(client, this.#round, goesOn, rest);
      await delay(RETRY_MS);
    }
    return answers;
  }

  /** Audits the leader directly, so that its answers do not depend on a balancer. */
  async #audit(cluster: Cluster): Promise<void> {
    for (let attempt = 1; attempt <= AUDITS_MAX; attempt++) {
      const { port } = await this.#settled(cluster);
      await this.#ledger.look();
      const address = this.#addressOf(`http://127.0.0.1:${port}`);
      const isAnswered = await this.#ledger.audit(address, this.#choices.audits, this.#round + 1);
      if (isAnswered) return this.#compare(cluster);
      this.#news('the leader ended during an audit');
    }
    throw new Violation(`the leader ended during each of ${AUDITS_MAX} audits`);
  }

  /** Once writing has stopped: checks that every node has the same books after catching up. Throws `Violation`. */
  async #compare(cluster: Cluster): Promise<void> {
    const nodes = cluster.nodes.filter(({ port }) => port !== 0);
    for (let look = 0; look < COMPARISONS_MAX; look++) {
      const books = await Promise.all(nodes.map(({ port }) => this.#booksOf(port).catch(() => null)));
      if (books.every((each) => each !== null && each === books[0])) {
        this.#options.report.compared++;
        return;
      }
      await delay(RETRY_MS);
    }
    throw new Violation(`the books of nodes ${nodes.map(({ name }) => name).join(', ')} do not agree`);
  }

  async #booksOf(port: number): Promise<string> {
    const [trader] = this.#ledger.traders;
    const client = trader?.clientOf(this.#addressOf(`http://127.0.0.1:${port}`));
    const tokens = trader?.floor.markets.flatMap((market) => market.tokens) ?? [];
    const books = (await client?.books.getMany(tokens)) ?? [];
    return JSON.stringify(books.map(({ asset_id, bids, asks }) => ({ asset_id, bids, asks })));
  }

  async #settled(cluster: Cluster): Promise<NodeStatus> {
    const leader = await settled(cluster);
    if (this.#broken !== null) throw this.#broken;
    return leader;
  }

  #addressOf(url: string): Address {
    return { url, adminToken: this.#adminToken };
  }

  #ended(end: NodeEnd): void {
    const reason = reasonOf(end);
    this.#options.report.ended(reason ?? 'as none must');
    if (reason !== null) return;
    const { name, code, signal, words } = end;
    this.#broken ??= new Violation(`node ${name} ended by itself (${signal ?? code}): ${words.join('\n')}`);
  }

  /** Logs a line beside the clients' files, for finding the cause of a failure. */
  #news(line: string): void {
    if (/^node . leads/.test(line)) this.#options.report.leaders++;
    appendFileSync(join(this.#folder, 'news.log'), `${Math.round(performance.now() - this.#began)} ms  ${line}\n`);
  }

  /**
   * Logs the activity of each database session and the last output of each node, to show where a cluster that does not
   * settle is waiting.
   */
  async #noteSessions(cluster: Cluster): Promise<void> {
    for (const { name, state, pid } of cluster.nodes)
      this.#news(`${name} ${state} (${pid}): ${cluster.wordsOf(name).join(' | ')}`);
    this.#news(await cluster.pair.primary.query(SESSIONS));
  }

  async #keep(): Promise<void> {
    const path = join(this.#folder, 'journal.jsonl');
    await runCommand(['export'], this.#place(), (line) => appendFileSync(path, `${line}\n`));
  }
}

const childOf = (choices: Choices): Choices => new Choices(choices.below(2 ** 31));

/**
 * A limit on polls instead of time, and a high one: a machine that stalls or starves a starting node is no defect of
 * the cluster.
 */
const LOOKS_MAX = 6_000;
const POLL_MS = 50;
/** Within this time a replaced leader finds out and ends. */
const QUIET_MS = 600;

/**
 * Resolves to the leader once it leads, all others have followed it for a moment, and the standby has all data. Throws
 * `Violation`.
 */
async function settled(cluster: Cluster): Promise<NodeStatus> {
  let last = '';
  let since = performance.now();
  for (let look = 0; look < LOOKS_MAX; look++) {
    const { leader, nodes } = cluster;
    const now = nodes.map(({ name, pid }) => `${name}${pid}`).join() + leader;
    if (now !== last) since = performance.now();
    last = now;
    const leading = nodes.find(({ name }) => name === leader);
    const isWhole = nodes.every(({ name, state }) => state === (name === leader ? 'leads' : 'follows'));
    if (leading !== undefined && isWhole && performance.now() - since > QUIET_MS && (await isReplicated(cluster))) {
      return leading;
    }
    await delay(POLL_MS);
  }
  throw new Violation(`the cluster does not settle: ${JSON.stringify(cluster.nodes)}, leader ${cluster.leader}`);
}

/** True if the primary's current data is on the standby's disk, or soon is. */
async function isReplicated({ pair }: Cluster): Promise<boolean> {
  const end = await pair.primary.query('SELECT pg_current_wal_lsn()');
  const has = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum' AND flush_lsn >= '${end}'`;
  for (let attempt = 0; attempt < 10; attempt++) {
    if ((await pair.primary.query(has)) === '1') return true;
    await delay(POLL_MS);
  }
  return false;
}
