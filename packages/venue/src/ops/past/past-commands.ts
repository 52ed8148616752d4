/**
 * Converts the acts of people in the demo's past to commands, the same ones that routes create from requests. Ids are
 * looked up in the current state.
 */
import { hash } from 'node:crypto';
import type { Act, PastView } from '@bellwether/demo/past';
import {
  type AccountId,
  type AddToCatalog,
  ASK,
  accountOf,
  address,
  BID,
  type CatalogId,
  type Command,
  type CommentId,
  catalogEventOf,
  isCommentId,
  type MarketId,
  marketOf,
  orderId,
  type State,
  type Wallet,
  walletOf,
} from '@bellwether/engine';
import { parseAdminEvent } from '@bellwether/wire/catalog-input/admin.ts';
import { describeInvalid } from '@bellwether/wire/catalog-input/fields.ts';
import { openingOf, PAYOUTS, placementOf, unsignedApiKey } from '../house-commands.ts';

const MICROS_PER_UNIT = 1_000_000;
const MICROS_PER_HUNDREDTH = 10_000;

type ActOf<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>;

export class PastCommands implements PastView {
  readonly #state: Readonly<State>;
  readonly #accounts = new Map<string, AccountId>();
  readonly #comments = new Map<string, CommentId>();

  /** `state` changes as commands are decided. */
  constructor(state: Readonly<State>) {
    this.#state = state;
  }

  /**
   * Commands of an act. `nowMs`: Unix milliseconds. Earlier acts that create what this one names must be decided
   * before.
   */
  commandsOf(act: Act, nowMs: number): readonly Command[] {
    switch (act.kind) {
      case 'join':
        return this.#join(act);
      case 'publish':
        return [this.#publish(act, nowMs)];
      case 'place':
        return [this.#place(act)];
      case 'decide event': {
        const winners = act.winner === null ? null : [this.#market(act.winner)];
        return [{ kind: 'ResolveEvent', catalogEvent: this.#event(act.event), winners }];
      }
      case 'decide market':
        return [
          { kind: 'ResolveMarket', market: this.#market(act.market), payouts: PAYOUTS[act.result], closesEvent: true },
        ];
      case 'say':
        return [this.#say(act)];
      case 'like':
        return [
          {
            kind: 'AddReaction',
            account: this.#account(act.person),
            comment: this.#comment(act.comment),
            reaction: 'HEART',
          },
        ];
    }
  }

  shares(person: string, market: string): readonly [number, number] {
    const id = this.#state.marketsBySlug.get(market);
    const position = id === undefined ? undefined : this.#wallet(person).positions.get(id);
    if (position === undefined) return [0, 0];
    const [first, second] = position.free;
    return [Math.trunc(first / MICROS_PER_HUNDREDTH), Math.trunc(second / MICROS_PER_HUNDREDTH)];
  }

  collateral(person: string): number {
    return Math.trunc(this.#wallet(person).free / MICROS_PER_UNIT);
  }

  best(market: string): ReturnType<PastView['best']> {
    const id = this.#state.marketsBySlug.get(market);
    const book = id === undefined ? null : marketOf(this.#state, id).book;
    return { bid: book?.bestPrice(BID) || null, ask: book?.bestPrice(ASK) || null };
  }

  #join({ person, address: text, name, bio, units }: ActOf<'join'>): readonly Command[] {
    const account = this.#state.accounts.length as AccountId;
    const wallet = this.#state.wallets.length as Wallet['id'];
    this.#accounts.set(person, account);
    const balance = units * MICROS_PER_UNIT;
    return [
      ...openingOf({ address: address(text), account, wallet, apiKey: apiKeyOf(person), balance }),
      { kind: 'UpdateProfile', account, changes: { name, bio } },
    ];
  }

  #publish({ events }: ActOf<'publish'>, nowMs: number): AddToCatalog {
    return catalogCommand(events, this.#state, nowMs);
  }

  #place(act: ActOf<'place'>): Command {
    const { person, order, outcome, side, price, hundredths, until } = act;
    return placementOf({
      // There is no signed order to hash.
      orderId: orderId(`0x${hash('sha256', `bellwether demo past: order ${order}`, 'hex')}`),
      wallet: this.#wallet(person),
      apiKey: apiKeyOf(person),
      market: this.#market(act.market),
      outcome,
      side,
      type: act.stays === 'now' ? 'FAK' : until === 0 ? 'GTC' : 'GTD',
      price,
      hundredths,
      expiration: until,
    });
  }

  #say({ person, comment, event, replyTo, body }: ActOf<'say'>): Command {
    const number = this.#comments.size + 1;
    if (!isCommentId(number)) throw new Error(`not a comment: ${number}`);
    // Comments are numbered consecutively from 1.
    this.#comments.set(comment, number);
    return {
      kind: 'AddComment',
      account: this.#account(person),
      entity: { type: 'Event', id: this.#event(event) },
      parent: replyTo === null ? null : this.#comment(replyTo),
      body,
    };
  }

  #account(person: string): AccountId {
    return this.#accounts.get(person) ?? unknown('person', person);
  }

  /** Wallet with the account's own address. */
  #wallet(person: string): Wallet {
    const account = accountOf(this.#state, this.#account(person));
    const id = this.#state.walletsByAddress.get(account.address);
    return id === undefined ? unknown('wallet', person) : walletOf(this.#state, id);
  }

  #market(slug: string): MarketId {
    return this.#state.marketsBySlug.get(slug) ?? unknown('market', slug);
  }

  #event(slug: string): CatalogId {
    const id = this.#state.catalogEventsBySlug.get(slug) ?? unknown('event', slug);
    return catalogEventOf(this.#state, id).id;
  }

  #comment(name: string): CommentId {
    return this.#comments.get(name) ?? unknown('comment', name);
  }
}

/** Events of the demo as one command, so that a crash leaves all or nothing. Throws if an event is invalid. */
export function catalogCommand(
  events: readonly unknown[],
  state: Readonly<State>,
  nowMs: number,
  randomBytes: (count: number) => Uint8Array = noRandomness,
): AddToCatalog {
  const parts = events.map((event): AddToCatalog => {
    const parsed = parseAdminEvent(event, { state, nowMs, randomBytes });
    if (parsed.kind === 'invalid') throw new Error(`the demo catalog is wrong: ${describeInvalid(parsed)}`);
    return parsed.value;
  });
  return {
    kind: 'AddToCatalog',
    tags: parts.flatMap(({ tags }) => tags),
    series: parts.flatMap(({ series }) => series),
    events: parts.flatMap((part) => part.events),
    markets: [],
  };
}

/** Source of randomness that must not be used: the demo specifies all of its ids. */
function noRandomness(): never {
  throw new Error('an event of the demo lacks an id');
}

function apiKeyOf(person: string): string {
  return unsignedApiKey(hash('sha256', `bellwether demo past: key of ${person}`, 'hex'));
}

function unknown(what: string, name: string): never {
  throw new Error(`the demo's past names a ${what} that is not there: ${name}`);
}
