/**
 * The life of a cluster: three nodes, a primary with its synchronous standby, and a balancer. Clients write through the
 * balancer during one or two faults. Then the cluster comes to rest, and the answers that clients got are compared with the
 * journal in the database and with the leader.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, type NodeEnd, type NodeStatus, startCluster } from '@bellwether/cluster';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import { Broken } from '../shared/harness.ts';
import type { VenueAddress } from '../shared/venue-load.ts';
import { FAULTS, reasonOf } from './cluster-faults.ts';
import { Life, SETTINGS } from './life.ts';

const NODES = 3;
const SECOND_FAULT = 0.5;
const WRITING_MS = { least: 20, most: 600 } as const;
const WRITING_AFTER_MS = 100;
/**
 * Pause between an answer and the next write, so that a round stays small enough to read back; and pause after a
 * missing answer.
 */
const PAUSES = { restMs: 30, retryMs: 50 } as const;
const VERIFY_EVERY = 5;
const COMPARISONS_MAX = 200;
/** Maximum audits per round: a replaced leader that had not noticed may end during an audit. */
const AUDITS_MAX = 10;
/**
 * A limit on polls instead of time, and a high one: a machine that stalls or starves a starting node is no defect of
 * the cluster.
 */
const LOOKS_MAX = 6_000;
const POLL_MS = 50;
/** Within this time a replaced leader finds out and ends. */
const QUIET_MS = 600;
const SESSIONS = `
  SELECT pid, application_name, state, wait_event, clock_timestamp() - backend_start AS age,
    clock_timestamp() - query_start AS ago, left(regexp_replace(query, '\\s+', ' ', 'g'), 80)
  FROM pg_stat_activity WHERE datname IS NOT NULL`;

export class ClusterLife extends Life {
  readonly #began = performance.now();
  #started: Cluster | null = null;
  #round = 0;
  #broken: Broken | null = null;

  get #cluster(): Cluster {
    if (this.#started === null) throw new Error('there is no cluster yet');
    return this.#started;
  }

  get place(): JournalPlace {
    const { leader, pair } = this.#cluster;
    return {
      dataDir: this.#cluster.dataDirOf(leader ?? 'a'),
      database: { url: pair.primary.url, isTest: false },
    };
  }

  async open(): Promise<void> {
    this.#started = await startCluster({
      nodes: NODES,
      port: 0,
      settings: { ...SETTINGS, BELLWETHER_DEMO: 'off' },
      onNews: (line) => this.#news(line),
      onEnd: (end) => this.#ended(end),
    });
    await this.#awaitQuiet();
    await this.openTraders(this.#addressOf(this.#cluster.url));
  }

  async play(): Promise<void> {
    this.#round++;
    this.#news(`round ${this.#round}`);
    let goesOn = true;
    const writing = this.write(this.#addressOf(this.#cluster.url), this.#round, () => goesOn, PAUSES);
    // A failure is handled below.
    writing.catch(() => undefined);
    try {
      await this.#disturb();
      const repaired = performance.now();
      await this.#awaitQuiet();
      this.tally.took('repaired to quiet', performance.now() - repaired);
      await delay(WRITING_AFTER_MS);
    } finally {
      // Stop the clients after any failure; otherwise the run could not end.
      goesOn = false;
    }
    await writing;
    await this.#audit();
    if (this.#round % VERIFY_EVERY === 0) await this.ledger.verify();
  }

  async stop(): Promise<void> {
    await this.#started?.stop();
  }

  /**
   * Also logs the activity of each database session and the last output of each node, to show where a cluster that does
   * not settle is waiting.
   */
  override async keep(): Promise<void> {
    const { nodes, pair } = this.#cluster;
    for (const { name, state, pid } of nodes)
      this.#news(`${name} ${state} (${pid}): ${this.#cluster.wordsOf(name).join(' | ')}`);
    this.#news(await pair.primary.query(SESSIONS));
    await super.keep();
  }

  /** Runs faults of one part in sequence and those of different parts concurrently. */
  async #disturb(): Promise<void> {
    const dice = this.dice.fork(`faults ${this.#round}`);
    const chosen = Array.from({ length: dice.chance(SECOND_FAULT) ? 2 : 1 }, () => dice.pick(FAULTS));
    const disturbing = [...Map.groupBy(chosen, ({ part }) => part)].map(async ([part, faults]) => {
      // Each part has its own dice, because both may draw at once.
      const own = dice.fork(part);
      for (const { name, run } of faults) {
        await delay(own.between(WRITING_MS.least, WRITING_MS.most));
        this.#news(`${name}: begins`);
        const tookPlace = await run(this.#cluster, own);
        this.#news(`${name}: ${tookPlace ? 'repaired' : 'met nothing'}`);
        this.tally.add(tookPlace ? name : 'faults that met nothing');
      }
    });
    await Promise.all(disturbing);
  }

  /** Audits the leader directly, so that its answers do not depend on a balancer. */
  async #audit(): Promise<void> {
    for (let attempt = 1; attempt <= AUDITS_MAX; attempt++) {
      const { port } = await this.#awaitQuiet();
      await this.ledger.look();
      if (await this.ledger.audit(this.#nodeAt(port), this.#round + 1)) return this.#compare();
      this.#news('the leader ended during an audit');
    }
    throw new Broken(`the leader ended during each of ${AUDITS_MAX} audits`);
  }

  /** Once writing has stopped: checks that every node has the same books after catching up. Throws `Broken`. */
  async #compare(): Promise<void> {
    const nodes = this.#cluster.nodes.filter(({ port }) => port !== 0);
    for (let look = 0; look < COMPARISONS_MAX; look++) {
      const books = await Promise.all(nodes.map(({ port }) => this.#booksOf(port).catch(() => null)));
      if (books.every((each) => each !== null && each === books[0]))
        return this.tally.add('times that the books of all nodes agree');
      await delay(POLL_MS);
    }
    throw new Broken(`the books of nodes ${nodes.map(({ name }) => name).join(', ')} do not agree`);
  }

  async #booksOf(port: number): Promise<string> {
    const [trader] = this.ledger.traders;
    const tokens = trader?.floor.markets.flatMap((market) => market.tokens) ?? [];
    const books = (await trader?.clientOf(this.#nodeAt(port)).books.getMany(tokens)) ?? [];
    return JSON.stringify(books.map(({ asset_id, bids, asks }) => ({ asset_id, bids, asks })));
  }

  #nodeAt(port: number): VenueAddress {
    return this.#addressOf(`http://127.0.0.1:${port}`);
  }

  #addressOf(url: string): VenueAddress {
    return { url, adminToken: this.#cluster.adminToken };
  }

  #ended(end: NodeEnd): void {
    const reason = reasonOf(end);
    this.tally.add(`ends of nodes: ${reason ?? 'as none must'}`);
    if (reason !== null) return;
    const { name, code, signal, words } = end;
    this.#broken ??= new Broken(`node ${name} ended by itself (${signal ?? code}): ${words.join('\n')}`);
  }

  /** Logs a line beside the clients' answers, for finding the cause of a failure. */
  #news(line: string): void {
    if (/^node . leads/.test(line)) this.tally.add('times a node began to lead');
    appendFileSync(join(this.folder, 'news.log'), `${Math.round(performance.now() - this.#began)} ms  ${line}\n`);
  }

  /**
   * Resolves to the leader once it leads, all others have followed it for a moment, and the standby has all data.
   * Throws `Broken`.
   */
  async #awaitQuiet(): Promise<NodeStatus> {
    let last = '';
    let since = performance.now();
    for (let look = 0; look < LOOKS_MAX; look++) {
      const { leader, nodes } = this.#cluster;
      const now = nodes.map(({ name, pid }) => `${name}${pid}`).join() + leader;
      if (now !== last) since = performance.now();
      last = now;
      const leading = nodes.find(({ name }) => name === leader);
      const isWhole = nodes.every(({ name, state }) => state === (name === leader ? 'leads' : 'follows'));
      const isQuiet = leading !== undefined && isWhole && performance.now() - since > QUIET_MS;
      if (isQuiet && (await this.#isReplicated())) {
        if (this.#broken !== null) throw this.#broken;
        return leading;
      }
      await delay(POLL_MS);
    }
    const { leader, nodes } = this.#cluster;
    throw new Broken(`the cluster does not come to rest: ${JSON.stringify(nodes)}, leader ${leader}`);
  }

  /** True if the primary's current data is on the standby's disk, or soon is. */
  async #isReplicated(): Promise<boolean> {
    const { primary } = this.#cluster.pair;
    const end = await primary.query('SELECT pg_current_wal_lsn()');
    const has = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum' AND flush_lsn >= '${end}'`;
    for (let attempt = 0; attempt < 10; attempt++) {
      if ((await primary.query(has)) === '1') return true;
      await delay(POLL_MS);
    }
    return false;
  }
}
