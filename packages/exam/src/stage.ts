/**
 * The stage of one incident: a venue of its own, the house on the other side, and the bot. Notes every step as evidence.
 * Every wait ends: with what it waits for, with the bot, or when patience is over.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BodyOf,
  type Client,
  createClient,
  createSigner,
  formatAmount,
  isApiError,
  type OrderExplanation,
  type OwnOrder,
  parseAmount,
} from '@bellwether/sdk';
import { type Bot, BotProblem } from './bots/bot.ts';
import { type ExamMarket, House, halfOf } from './house.ts';
import { KEYS, SCENARIO, SLUG } from './scenario.ts';

type FaultRule = BodyOf<'armSandboxFault'>;
export type Fault = NonNullable<FaultRule['do']>;

export interface Step {
  /** Seconds since the incident began. */
  readonly at: number;
  readonly what: string;
}

export interface StageOptions {
  /** The sandbox that every incident forks its venue from. */
  readonly sandbox: Client;
  readonly adminToken: string;
  readonly bot: Bot;
  /** Longest wait for the bot, in milliseconds. */
  readonly patienceMs: number;
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal;
}

/** The bot never did what the incident happens to. The message says what was waited for. */
export class NotPlayed extends Error {
  override readonly name = 'NotPlayed';
}

/** `/order` and `/orders`. */
export const POSTS = 'POST /order*';
const LOOK_MS = 50;
/** Longest time that something stays wrong for a bot that does not meet it. */
const MEET_MS = 2_000;
/** More than once, so that a bot may learn nothing from the first time. */
const MEETINGS = 2;
/** Selects a key of its own for the exam, so that the bot may revoke every key that it made. */
const EXAM_NONCE = 1_000_001;
const BOT_ADDRESS = createSigner(KEYS.bot).address;

export class Stage {
  readonly steps: Step[] = [];
  readonly url: string;
  readonly market: ExamMarket;
  readonly operator: Client;
  /** Reads as the bot's account does. */
  readonly account: Client;
  readonly house: House;
  readonly #options: StageOptions;
  readonly #startedMs = performance.now();

  private constructor(options: StageOptions, url: string, market: ExamMarket, house: House, account: Client) {
    this.#options = options;
    this.url = url;
    this.market = market;
    this.house = house;
    this.account = account;
    this.operator = createClient({ baseUrl: url, adminToken: options.adminToken });
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { url } = await options.sandbox.sandbox.fork({ scenario: SCENARIO });
    const operator = createClient({ baseUrl: url, adminToken: options.adminToken });
    const [listed] = await operator.markets.list({ slug: SLUG });
    const [yes = '', no = ''] = listed?.tokenIds ?? [];
    const [first = '', second = ''] = listed?.outcomeLabels ?? [];
    const market = { conditionId: listed?.conditionId ?? '', tokens: [yes, no], outcomes: [first, second] } as const;
    // Bots reckon by the machine's clock.
    await operator.sandbox.run();
    const account = createClient({ baseUrl: url, account: { signer: KEYS.bot, nonce: EXAM_NONCE } });
    await account.auth.credentials();
    return new Stage(options, url, market, await House.open(url, market), account);
  }

  /** Ends the venue with everything in it. */
  async close(): Promise<void> {
    await this.#options.sandbox.sandbox.endFork(Number(new URL(this.url).port));
  }

  note(what: string): void {
    this.steps.push({ at: Math.round((performance.now() - this.#startedMs) / 100) / 10, what });
  }

  async startBot(): Promise<void> {
    const { conditionId: market, tokens } = this.market;
    await this.#options.bot.start({ venue: this.url, key: KEYS.bot, market, token: tokens[0] });
    this.note('the bot was started');
  }

  /** Waits, at most as long as the exam's patience, until `look` returns a value. Throws `NotPlayed`. */
  async until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const { patienceMs } = this.#options;
    const endMs = performance.now() + patienceMs;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() > endMs) throw new NotPlayed(`${what} within ${patienceMs / 1_000} s`);
      await this.pause(LOOK_MS);
    }
  }

  /** Lets time pass. Throws `BotProblem` if the bot has ended. */
  async pause(ms: number): Promise<void> {
    const { bot, stop } = this.#options;
    await delay(ms, undefined, { signal: stop });
    if (bot.end !== null) throw new BotProblem(bot.end);
  }

  /** Does something to the bot's requests from now on, and returns the rule's id. */
  async armRequests(route: string, fault: Fault, match: FaultRule['match'] = {}): Promise<string> {
    return this.#arm({ match: { route, account: BOT_ADDRESS, ...match }, do: fault });
  }

  /** Counts the bot's orders by a rule, whose id it returns. */
  countPosts(): Promise<string> {
    // Delays nothing that one could notice.
    return this.armRequests(POSTS, { kind: 'delay', ms: 1 });
  }

  /**
   * Ends the exchange of markets of version v1 and cancels the bot's open orders, as the preset `cutover` does. Returns the
   * rule that its next orders meet.
   */
  async cutOver(): Promise<string> {
    const rule = await this.armRequests(POSTS, { kind: 'old-exchange' });
    // Everyone else's orders, and what `GET /version` says.
    await this.#arm({ match: {}, do: { kind: 'old-exchange' } });
    // The others' orders stay, so that there is a price to bid for.
    await this.#arm({ match: { account: BOT_ADDRESS }, do: { kind: 'wipe' } });
    return rule;
  }

  async armFeed(feed: 'user' | '*', fault: Fault): Promise<string> {
    return this.#arm({ match: { feed }, do: fault });
  }

  async armTrades(fault: Fault): Promise<string> {
    return this.#arm({ match: { account: BOT_ADDRESS }, do: fault });
  }

  async disarm(): Promise<void> {
    await this.operator.sandbox.faults.disarm();
  }

  async untilHit(rule: string, what: string): Promise<void> {
    await this.until(`the bot did not ${what}`, async () => ((await this.hits(rule)) > 0 ? true : null));
  }

  /** Number of times that a rule has acted. */
  async hits(rule: string): Promise<number> {
    const rules = await this.operator.sandbox.faults.list();
    return rules.find(({ id }) => id === rule)?.injected ?? 0;
  }

  /** Lets time pass until the bot has met a rule twice, or for a while if it does not. */
  async letMeet(rule: string): Promise<void> {
    const before = await this.hits(rule);
    const endMs = performance.now() + MEET_MS;
    while (performance.now() < endMs && (await this.hits(rule)) < before + MEETINGS) await this.pause(LOOK_MS);
  }

  /** The bot's oldest open order, as soon as one rests in the market. */
  restingOrder(): Promise<OwnOrder> {
    return this.until('no order of the bot rested in the market', async () => {
      const { data } = await this.account.orders.list({ market: this.market.conditionId });
      return data[0] ?? null;
    });
  }

  /** Fills all or half of an order of the bot. Works while the bot is cut off. Throws `NotPlayed` if it has ended. */
  async fill(order: OwnOrder, part: 'all' | 'half'): Promise<void> {
    const filled = async (): Promise<OrderExplanation> => this.operator.sandbox.explain(order.id);
    const { size_matched, original_size, queue } = await filled();
    const left = parseAmount(original_size) - parseAmount(size_matched);
    const shares = part === 'all' ? left : halfOf(formatAmount(left));
    const ahead = parseAmount(queue?.ahead ?? '0');
    await this.house.fill(order, ahead, shares).catch((error: unknown) => {
      // The bot was faster: what it has open is seen below.
      if (!isApiError(error, 'fak_no_match')) throw error;
    });
    const { size_matched: now } = await filled();
    if (parseAmount(now) <= parseAmount(size_matched))
      throw new NotPlayed(`order ${order.id} of the bot was gone before it could be filled`);
    this.note(
      `${formatAmount(parseAmount(now) - parseAmount(size_matched))} of ${original_size} shares of order ${order.id} were filled`,
    );
  }

  /** Waits for an order of the bot and fills it, however often the bot replaces it. */
  async fillNext(part: 'all' | 'half'): Promise<OwnOrder> {
    return this.until('no order of the bot stayed for long enough to be filled', async () => {
      const order = await this.restingOrder();
      try {
        await this.fill(order, part);
        return order;
      } catch (error) {
        if (error instanceof NotPlayed) return null;
        throw error;
      }
    });
  }

  /** Fails every signed request of the bot, and ends its feeds with their next frame. */
  async cutOff(): Promise<string> {
    const rule = await this.armRequests('/*', { kind: 'drop', when: 'before' });
    await this.armFeed('*', { kind: 'disconnect' });
    this.note(
      'the bot was cut off: its signed requests get no answer and are not done, its feeds end with their next frame',
    );
    return rule;
  }

  async reconnect(): Promise<void> {
    await this.disarm();
    this.note('the connection works again');
  }

  async #arm(rule: FaultRule): Promise<string> {
    const rules = await this.operator.sandbox.faults.arm(rule);
    return rules.at(-1)?.id ?? '';
  }
}
