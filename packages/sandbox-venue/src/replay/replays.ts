/** The replays of a sandbox: one at a time, and the outcomes of the latest earlier ones. */
import type { Scenario, ScenarioAccount } from '@bellwether/contract';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { TapeMarket } from '@bellwether/venue/tape/tape-line.ts';
import { TapeReader } from '@bellwether/venue/tape/tape-reader.ts';
import type { BranchVenue } from '../branch-venue.ts';
import { type ReplayStart, type ReplayStatus, SandboxRefused } from '../control.ts';
import { houseAccount } from '../scenario/house-account.ts';
import { checkScenario } from '../scenario/read-scenario.ts';
import { Replay } from './replay.ts';
import type { TapeFiles } from './tape-files.ts';
import { factsOf, type TapeFacts } from './tape-groups.ts';

/** House accounts whose orders stand for the tape's. */
const MAKER: ScenarioAccount = { name: 'tape', balance: 1_000_000_000 };
const TAKER: ScenarioAccount = { name: 'tape-taker', balance: 1_000_000_000 };
/** Account for a replay that names none; the ready scenarios have the same one. */
const BOT: ScenarioAccount = { name: 'bot', key: `0x${'b0'.repeat(32)}`, balance: 10_000 };
const MARKETS_MAX = 50;
const KEPT_MAX = 16;
const SCENARIO_NAME = 'replay';

interface Known {
  readonly id: string;
  readonly branch: string;
  readonly replay: Replay;
  isLeft: boolean;
  failure: string | null;
}

/** The branch that a replay runs on, with the markets and accounts of the tape. */
type ReplayVenue = Pick<BranchVenue, 'branch' | 'exchange' | 'time' | 'latency'>;

export class Replays {
  readonly #timers: Timers;
  readonly #known: Known[] = [];
  #started = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** The latest replay; null if there is none or its branch was left. */
  get #current(): Known | null {
    const last = this.#known.at(-1);
    return last === undefined || last.isLeft ? null : last;
  }

  /** Starts a replay on a branch. The first moment of the tape is played at once, the others as time moves. */
  async start(
    start: ReplayStart,
    { path, facts }: PlayableTape,
    venue: ReplayVenue,
    seed: number,
  ): Promise<ReplayStatus> {
    const { tape, queue, stepMs } = start;
    const plan = { tape, queue, stepMs };
    this.leave();
    const { branch, exchange, time, latency } = venue;
    const house = await Promise.all([houseAccount(MAKER, seed), houseAccount(TAKER, seed)]);
    const reader = await TapeReader.open(path);
    const replay = new Replay({ plan, facts, reader, exchange, time, latency, timers: this.#timers, seed, house });
    const known: Known = { id: String(++this.#started), branch, replay, isLeft: false, failure: null };
    const run = async (untilMs: number): Promise<void> => {
      try {
        await replay.run(untilMs);
      } catch (error) {
        // The tape was damaged meanwhile, or the branch was left: time continues without the replay.
        known.failure = error instanceof Error ? error.message : String(error);
        replay.close();
      }
    };
    time.follow({ nextMs: () => replay.nextMs(), run });
    // The first book is there before time moves.
    await run(time.nowMs);
    await replay.synced();
    this.#known.push(known);
    if (this.#known.length > KEPT_MAX) this.#known.shift();
    return statusOf(known);
  }

  /** Ends the current replay, because clients move to another branch. */
  leave(): void {
    const current = this.#current;
    if (current === null) return;
    current.isLeft = true;
    current.replay.close();
  }

  /** Resolves when the books show everything played so far. */
  async synced(): Promise<void> {
    await this.#current?.replay.synced();
  }

  /** Remembered replays, in the order of their start. */
  list(): readonly ReplayStatus[] {
    return this.#known.map(statusOf);
  }

  find(id: string): ReplayStatus | null {
    const known = this.#known.find((one) => one.id === id);
    return known === undefined ? null : statusOf(known);
  }
}

function statusOf(known: Known): ReplayStatus {
  const { id, branch, replay, isLeft, failure } = known;
  const { certificate, facts, messages, plan } = replay;
  const state = certificate !== null ? 'done' : failure !== null ? 'failed' : isLeft ? 'left' : 'running';
  return { id, state, failure, branch, ...plan, messages, facts, certificate };
}

/** A tape that was read and checked. */
interface PlayableTape {
  readonly path: string;
  readonly facts: TapeFacts;
  /** Initial content of the branch that the tape is played on, not checked yet. */
  readonly scenario: Scenario;
}

/** Reads and checks a tape. Rejects with `SandboxRefused` if it cannot be played. */
export async function readTape(
  { tape, accounts, latency }: ReplayStart,
  files: TapeFiles,
  timers: Timers,
  seed: number,
): Promise<PlayableTape> {
  const path = await files.find(tape);
  const facts = await readTapeFacts(path, timers);
  const scenario = scenarioOf(facts, seed, accounts as readonly ScenarioAccount[]);
  return { path, facts, scenario: latency === null ? scenario : { ...scenario, latency } };
}

/** Checks a tape's scenario, and begins a branch with it. A refusal says that the tape is the reason. */
export async function beginTape(scenario: Scenario, begin: (checked: Scenario) => Promise<unknown>): Promise<void> {
  try {
    await begin(checkScenario(scenario));
  } catch (error) {
    if (!(error instanceof SandboxRefused)) throw error;
    throw new SandboxRefused(`the tape cannot be played: ${error.message}`);
  }
}

/** Reads the facts of a tape. Rejects with `SandboxRefused`. */
async function readTapeFacts(path: string, timers: Timers): Promise<TapeFacts> {
  try {
    const facts = await factsOf(path, timers);
    if (facts.header.markets.length <= MARKETS_MAX) return facts;
    throw new SandboxRefused(`there are more than ${MARKETS_MAX} markets on the tape`);
  } catch (error) {
    if (error instanceof SandboxRefused) throw error;
    throw new SandboxRefused(`the tape cannot be played: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Initial content of a branch for a tape: its markets under their own ids, the house accounts, and the accounts that
 * trade beside it.
 */
function scenarioOf({ header, firstMs }: TapeFacts, seed: number, accounts: readonly ScenarioAccount[]): Scenario {
  return {
    name: SCENARIO_NAME,
    about: `A market as it was recorded from ${header.source}.`,
    seed,
    start: new Date(firstMs).toISOString(),
    events: header.markets.map(eventOf),
    accounts: [MAKER, TAKER, ...(accounts.length === 0 ? [BOT] : accounts)],
    traders: [],
    script: [],
  };
}

/** A market by itself: the tape may lack others of its event, whose results would decide its own. */
function eventOf(market: TapeMarket): Scenario['events'][number] {
  const { question, slug, condition_id, outcomes, token_ids, neg_risk = false, neg_risk_market_id = '' } = market;
  return {
    title: question,
    slug,
    ...(neg_risk && { negRisk: true, negRiskMarketID: neg_risk_market_id }),
    markets: [
      {
        question,
        slug,
        conditionId: condition_id,
        outcomes: [...outcomes],
        clobTokenIds: [...token_ids],
        orderPriceMinTickSize: market.minimum_tick_size,
        orderMinSize: market.minimum_order_size,
        takerBaseFee: market.taker_base_fee,
      },
    ],
  };
}
