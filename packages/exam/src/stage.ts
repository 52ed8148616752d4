/** The stage of one incident, which incidents of your own are played on, too. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BodyOf,
  type Client,
  createSigner,
  formatAmount,
  isApiError,
  type OrderExplanation,
  type OwnOrder,
  parseAmount,
} from '@bellwether/sdk';
import { type Bot, BotProblem } from './bots/bot.ts';
import { clientOf } from './client.ts';
import { type ExamMarket, House, halfOf } from './house.ts';
import { KEYS, SCENARIO, SLUG } from './scenario.ts';

/** A rule, or a preset, as the body of `POST /sandbox/faults` has it. */
export type FaultRule = BodyOf<'armSandboxFault'>;

/** A line of the report's evidence. */
interface Step {
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

const LOOK_MS = 50;
/** Longest time that something stays wrong for a bot that does not meet it. */
const MEET_MS = 2_000;
/** More than once, so that a bot may learn nothing from the first time. */
const MEETINGS = 2;
/** Selects a key of its own for the exam, so that the bot may revoke every key that it made. */
const EXAM_NONCE = 1_000_001;
const BOT_ADDRESS = createSigner(KEYS.bot).address;
/** Presets about frames of feeds, which say of no account. */
const FRAME_PRESET = /feed|frames|connections/;
/** Does nothing that one could notice to `POST /order` and `/orders`: it counts them. */
export const COUNT_POSTS: FaultRule = { match: { route: 'POST /order*' }, do: { kind: 'delay', ms: 1 } };

/**
 * The stage of one incident: a venue of its own whose time runs, a house that quotes on the other side, and the bot. Every
 * wait ends: with what it waits for, with the bot (`BotProblem`), or when patience is over (`NotPlayed`).
 */
export class Stage {
  /** Evidence so far, oldest first. */
  readonly steps: Step[] = [];
  /** Base address of the venue. */
  readonly url: string;
  /** The venue's only market. */
  readonly market: ExamMarket;
  /** Client with the operator's token: clock, faults, results, deposits. */
  readonly operator: Client;
  /** Client of the bot's account, with a key of its own; faults of the account's requests hit it as well. */
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
    this.operator = clientOf(url, { adminToken: options.adminToken });
  }

  /** Opens a venue with nothing but the market, and the house's quotes: 0.40 and 0.60. For the exam itself. */
  static async open(options: StageOptions): Promise<Stage> {
    const { url } = await options.sandbox.sandbox.fork({ scenario: SCENARIO });
    const operator = clientOf(url, { adminToken: options.adminToken });
    const [listed] = await operator.markets.list({ slug: SLUG });
    const [yes = '', no = ''] = listed?.tokenIds ?? [];
    const [first = '', second = ''] = listed?.outcomeLabels ?? [];
    const market = { conditionId: listed?.conditionId ?? '', tokens: [yes, no], outcomes: [first, second] } as const;
    // Bots reckon by the machine's clock.
    await operator.sandbox.run();
    const account = clientOf(url, { account: { signer: KEYS.bot, nonce: EXAM_NONCE } });
    await account.auth.credentials();
    return new Stage(options, url, market, await House.open(url, market), account);
  }

  /** Ends the venue with everything in it. For the exam itself. */
  async close(): Promise<void> {
    await this.#options.sandbox.sandbox.endFork(Number(new URL(this.url).port));
  }

  /** Adds a line of evidence: what was done, in the past tense. */
  note(what: string): void {
    this.steps.push({ at: Math.round((performance.now() - this.#startedMs) / 100) / 10, what });
  }

  /** Starts the bot, which knows nothing of earlier starts; it has 1000 of collateral and no shares at first. Throws `BotProblem`. */
  async startBot(): Promise<void> {
    const { conditionId: market, tokens } = this.market;
    await this.#options.bot.start({ venue: this.url, key: KEYS.bot, market, token: tokens[0] });
    this.note('the bot was started');
  }

  /**
   * Waits, at most as long as the exam's patience, until `look` returns a value, and returns it. Throws `NotPlayed` with
   * `what` and the time: `what` says what did not happen.
   */
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

  /** Lets milliseconds of real time pass. Throws `BotProblem` if the bot has ended. */
  async pause(ms: number): Promise<void> {
    const { bot, stop } = this.#options;
    await delay(ms, undefined, { signal: stop });
    if (bot.end !== null) throw new BotProblem(bot.end);
  }

  /**
   * Arms a fault, and returns its rule's id, of a preset that of its last rule. It is about the bot's account alone unless it
   * names an account or concerns a feed. Throws `ApiError` for a rule that the venue refuses.
   */
  arm(rule: FaultRule): Promise<string> {
    const isOfFeed = rule.match?.feed !== undefined || FRAME_PRESET.test(rule.preset ?? '');
    return this.#arm(isOfFeed ? rule : { ...rule, match: { account: BOT_ADDRESS, ...rule.match } });
  }

  /**
   * Ends the exchange of markets of version v1 and cancels the bot's open orders, as the preset `cutover` does. Returns the
   * rule that its next orders meet.
   */
  async cutOver(): Promise<string> {
    const rule = await this.arm({ match: { route: 'POST /order*' }, do: { kind: 'old-exchange' } });
    // Everyone else's orders, and what `GET /version` says.
    await this.#arm({ match: {}, do: { kind: 'old-exchange' } });
    // The others' orders stay, so that there is a price to bid for.
    await this.arm({ do: { kind: 'wipe' } });
    this.note('its open orders were wiped; GET /version says 3 and the market, of version 1, takes no more orders');
    return rule;
  }

  /** Disarms all faults. */
  async disarm(): Promise<void> {
    await this.operator.sandbox.faults.disarm();
  }

  /** Waits until a rule has acted. Throws `NotPlayed` that says that the bot did not do `what`. */
  async untilHit(rule: string, what: string): Promise<void> {
    await this.until(`the bot did not ${what}`, async () => ((await this.hits(rule)) > 0 ? true : null));
  }

  /** Number of times that a rule has acted. */
  async hits(rule: string): Promise<number> {
    const rules = await this.operator.sandbox.faults.list();
    return rules.find(({ id }) => id === rule)?.injected ?? 0;
  }

  /** Lets time pass until the bot has met a rule twice more, for two seconds at most. */
  async letMeet(rule: string): Promise<void> {
    const before = await this.hits(rule);
    const endMs = performance.now() + MEET_MS;
    while (performance.now() < endMs && (await this.hits(rule)) < before + MEETINGS) await this.pause(LOOK_MS);
  }

  /** The bot's oldest open order, as soon as one rests in the market. Throws `NotPlayed`. */
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

  /** Waits for an order of the bot, fills all or half of it, however often the bot replaces it, and returns it. Throws `NotPlayed`. */
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

  /**
   * Fails every signed request of the bot, also those of `account`, and ends its feeds with their next frame. Returns the
   * rule that its requests meet.
   */
  async cutOff(): Promise<string> {
    const rule = await this.arm({ match: { route: '/*' }, do: { kind: 'drop', when: 'before' } });
    await this.arm({ match: { feed: '*' }, do: { kind: 'disconnect' } });
    this.note(
      'the bot was cut off: its signed requests get no answer and are not done, its feeds end with their next frame',
    );
    return rule;
  }

  /** Ends the cut, and every other fault. */
  async reconnect(): Promise<void> {
    await this.disarm();
    this.note('the connection works again');
  }

  async #arm(rule: FaultRule): Promise<string> {
    const rules = await this.operator.sandbox.faults.arm(rule);
    return rules.at(-1)?.id ?? '';
  }
}
