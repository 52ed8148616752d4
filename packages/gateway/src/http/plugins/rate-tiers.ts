/**
 * Rate tiers of accounts, in profiles that have them: each account has a bucket of tokens for orders and one for
 * cancels, by its volume of 30 days. They apply besides the caps, and refuse at once.
 */
import {
  RATE_TIER_DAYS,
  RATE_TIER_HOURS,
  RATE_TIERS,
  type RateTier,
  type RecentVolume,
  type Route,
  rateTierOf,
} from '@bellwether/contract';
import type { Account, AccountId } from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import { failure, retryLater } from '@bellwether/wire/failure.ts';
import { LruCache } from '@bellwether/wire/lru-cache.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { Limiter } from '../../limits/limiter.ts';
import type { BucketState } from '../../limits/token-bucket.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { Identify } from '../pipeline.ts';
import { sendFailure } from './answers.ts';

const DAY_MS = 86_400_000;
const REFRESH_MS = RATE_TIER_HOURS * 3_600_000;
/** Time after which a look-up that failed is tried again. */
const RETRY_MS = 60_000;
/** Accounts whose tier is remembered. */
const STANDINGS_MAX = 50_000;

/** Place of an account among the tiers, as of the last look-up. */
export type Standing = { readonly volumeMicros: bigint; readonly tier: RateTier; readonly next: RateTier | null };

type Known = { readonly standing: Standing; readonly staleAtMs: number };

const standingAt = (volumeMicros: bigint): Standing => ({ volumeMicros, ...rateTierOf(volumeMicros) });

/** Tiers of accounts. Looked up when an account is first seen, and again after three hours. */
export class RateTiers {
  readonly #reader: Reader;
  /** The venue's time in Unix milliseconds. */
  readonly #clock: () => number;
  readonly #known = new LruCache<AccountId, Known>(STANDINGS_MAX);
  readonly #lookups = new Map<AccountId, Promise<Standing>>();

  constructor(reader: Reader, clock: () => number) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** The tier by the last look-up, so that no request waits for one; the lowest before the first. */
  tierOf(account: Account): RateTier {
    const known = this.#known.get(account.id);
    if (known === undefined || known.staleAtMs <= this.#clock()) {
      this.#lookUp(account).catch(() => {
        const { standing } = known ?? { standing: standingAt(0n) };
        this.#known.set(account.id, { standing, staleAtMs: this.#clock() + RETRY_MS });
      });
    }
    return (known?.standing ?? { tier: RATE_TIERS[0] }).tier;
  }

  /** The same, once it is looked up. */
  async standingOf(account: Account): Promise<Standing> {
    const known = this.#known.get(account.id);
    return known === undefined || known.staleAtMs <= this.#clock() ? this.#lookUp(account) : known.standing;
  }

  #lookUp(account: Account): Promise<Standing> {
    const before = this.#lookups.get(account.id);
    if (before !== undefined) return before;
    const lookup = this.#read(account).finally(() => this.#lookups.delete(account.id));
    this.#lookups.set(account.id, lookup);
    return lookup;
  }

  async #read(account: Account): Promise<Standing> {
    const nowMs = this.#clock();
    const toDay = Math.floor(nowMs / DAY_MS);
    const parameters = { wallets: account.wallets, fromDay: toDay - RATE_TIER_DAYS + 1, toDay };
    const answer = await this.#reader.read('recent-volume', parameters);
    if (answer === null) throw new Error('the volume of an account was not found');
    const { volume } = JSON.parse(Buffer.from(answer.body).toString()) as RecentVolume;
    const standing = standingAt(BigInt(volume));
    this.#known.set(account.id, { standing, staleAtMs: nowMs + REFRESH_MS });
    return standing;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** null in profiles without rate tiers. */
    tiers: RateTiers | null;
  }
  interface FastifyRequest {
    /** Takes tokens for orders that a request has cancelled; null if nothing is counted. */
    countCanceled: ((orders: number) => void) | null;
  }
}

/** Sets up the tiers of a server; called before any route is mounted. */
export function registerRateTiers(app: FastifyInstance, { reader, clock, settings }: AppDependencies): void {
  app.decorateRequest('countCanceled', null);
  app.decorate('tiers', settings.differences.has('rate-tiers') ? new RateTiers(reader, clock) : null);
}

/** Hooks of a route that takes tokens; `items`: number of orders in a request. */
export function tierHooks(
  { tiers, gate }: FastifyInstance,
  { tierCost }: Route,
  identify: Identify,
  clock: () => number,
  items: (request: FastifyRequest) => number = () => 1,
): preHandlerHookHandler[] {
  if (tiers === null || gate === null || tierCost === undefined) return [];
  const { limiter, houseAccounts } = gate;
  const { bucket, tokens } = tierCost;
  return [
    (request, reply, done) => {
      const caller = identify(request);
      if (caller.kind !== 'caller' || houseAccounts.has(caller.account.address)) return done();
      const { account } = caller;
      const tier = tiers.tierOf(account);
      const state = limiter.take(account.address, tier, bucket, tokens === 'items' ? items(request) : 1);
      tell(reply, tier, state, clock());
      if (!state.isPassed) return refuse(reply, state);
      if (tokens === 'canceled') request.countCanceled = counter(limiter, account, tier, reply, clock);
      done();
    },
  ];
}

const counter =
  (limiter: Limiter, { address }: Account, tier: RateTier, reply: FastifyReply, clock: () => number) =>
  (orders: number) =>
    tell(reply, tier, limiter.debit(address, tier, orders), clock());

/**
 * `Reset` is the time at which the request would have its tokens: now, if it had them; absent if it never will. After a
 * debt it is that of the next cancel.
 */
function tell(
  reply: FastifyReply,
  { name }: RateTier,
  { isPassed, remaining, waitMs }: BucketState,
  nowMs: number,
): void {
  reply.header('poly-ratelimit-remaining', remaining).header('poly-ratelimit-tier', name);
  if (waitMs === null) return;
  reply.header('poly-ratelimit-reset', Math.ceil((isPassed ? nowMs : nowMs + waitMs) / 1_000));
}

function refuse(reply: FastifyReply, { waitMs }: BucketState): void {
  const seconds = waitMs === null ? null : Math.max(1, Math.ceil(waitMs / 1_000));
  void sendFailure(reply, seconds === null ? failure('too_few_tokens') : retryLater('too_few_tokens', seconds));
}
