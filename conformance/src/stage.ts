/**
 * The stage for checks: the venue and, if available, wallets and markets of the run itself. Checks write only in the
 * run's own event and with its own wallets; `leave` closes the event again.
 */
import type { Venue } from '@bellwether/contract';
import {
  type Answer,
  createHttp,
  type Http,
  list,
  MACHINE_TIME,
  type Method,
  object,
  type Row,
  type Time,
} from './http.ts';
import { Trader } from './trader.ts';

/** A check's need beyond a reachable venue: money and its own market, or exclusive use of the venue. */
export type Need = 'wallet' | 'admin' | 'exclusive';

export interface StageMarket {
  readonly id: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly yes: string;
  readonly no: string;
}

interface StageOptions {
  readonly url: string;
  readonly adminToken: string | null;
  /** True if the run is the venue's only user: the venue may be halted for a moment. */
  readonly exclusive: boolean;
  /** The venue's time, if it is not the machine's. */
  readonly time?: Time;
}

/** Names of everything that the run adds; the interface's own kinds. */
interface StageEvent {
  readonly id: string;
  readonly slug: string;
  readonly tagId: string;
  readonly tagSlug: string;
  readonly seriesSlug: string;
  readonly site: string;
}

export class Stage {
  readonly http: Http;
  readonly venue: Venue;
  readonly event: StageEvent | null;
  /** Markets without fee, with fee, and one to resolve. */
  readonly markets: readonly StageMarket[];
  readonly traders: readonly Trader[];
  readonly #token: string | null;
  readonly #has: ReadonlySet<Need>;
  /** Data that checks leave for later ones. */
  readonly notes = new Map<string, unknown>();

  private constructor(
    parts: Pick<Stage, 'http' | 'venue' | 'event' | 'markets' | 'traders'>,
    token: string | null,
    has: ReadonlySet<Need>,
  ) {
    this.http = parts.http;
    this.venue = parts.venue;
    this.event = parts.event;
    this.markets = parts.markets;
    this.traders = parts.traders;
    this.#token = token;
    this.#has = has;
  }

  /** Sets everything up; throws if the venue does not answer or refuses the token. */
  static async open({ url, adminToken, exclusive, time = MACHINE_TIME }: StageOptions): Promise<Stage> {
    const http = createHttp(url, time);
    const venue = object(await http.get('/venue')) as unknown as Venue;
    const has = new Set<Need>(exclusive && adminToken !== null ? ['exclusive'] : []);
    const admin = adminSender(http, adminToken);
    const traders = [await Trader.open(http, venue), await Trader.open(http, venue), await Trader.open(http, venue)];
    if (adminToken === null) {
      const isFunded = Number((await traders[0]?.wallets())?.[0]?.free ?? 0) >= 100;
      if (isFunded) has.add('wallet');
      const markets = isFunded ? await openMarkets(http) : [];
      return new Stage({ http, venue, event: null, markets, traders }, null, has);
    }
    for (const { address } of traders)
      object(await admin('POST', '/admin/deposits', { wallet: address, amount: '10000' }));
    const { event, markets } = await addEvent(admin);
    has.add('wallet').add('admin');
    return new Stage({ http, venue, event, markets, traders }, adminToken, has);
  }

  has(need: Need): boolean {
    return this.#has.has(need);
  }

  admin(method: Method, path: string, body?: unknown): Promise<Answer> {
    return adminSender(this.http, this.#token)(method, path, body);
  }

  async order(id: string): Promise<Row> {
    return object(await this.http.get(`/data/order/${id}`))['order'] as Row;
  }

  trader(index: 0 | 1 | 2): Trader {
    return given(this.traders[index], 'a wallet');
  }

  market(index: 0 | 1 | 2 = 0): StageMarket {
    return given(this.markets[index], 'a market');
  }

  get ownEvent(): StageEvent {
    return given(this.event ?? undefined, 'an event of its own');
  }

  /** Cancels open orders and hides the run's event. */
  async leave(): Promise<void> {
    for (const trader of this.traders) await trader.send('DELETE', '/cancel-all').catch(() => undefined);
    if (this.event === null) return;
    const flags = { active: false, closed: true, archived: true };
    await this.admin('PATCH', `/admin/events/${this.event.id}`, flags).catch(() => undefined);
  }
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the run has not got ${what}`);
  return value;
}

type SendAsAdmin = (method: Method, path: string, body?: unknown) => Promise<Answer>;

function adminSender(http: Http, token: string | null): SendAsAdmin {
  return (method, path, body) => http.send(method, path, body, { authorization: `Bearer ${token ?? ''}` });
}

type ShownMarket = Pick<StageMarket, 'id' | 'conditionId' | 'slug'> & { readonly clobTokenIds: string };

function stageMarket({ id, conditionId, slug, clobTokenIds }: ShownMarket): StageMarket {
  const [yes = '', no = ''] = JSON.parse(clobTokenIds) as string[];
  return { id, conditionId, slug, yes, no };
}

async function openMarkets(http: Http): Promise<StageMarket[]> {
  const markets = list(await http.get('/markets?active=true&closed=false&limit=100'));
  // A market where an order for five shares at one cent rests without disturbing others.
  const fitting = markets.filter((one) => one['orderPriceMinTickSize'] === 0.01 && Number(one['bestAsk']) > 0.1);
  return (fitting.slice(0, 1) as unknown as ShownMarket[]).map(stageMarket);
}

async function addEvent(admin: SendAsAdmin): Promise<{ event: StageEvent; markets: StageMarket[] }> {
  const mark = `conformance-${Date.now().toString(36)}`;
  const tag = object(await admin('POST', '/admin/tags', { label: mark }), 201) as { id: string; slug: string };
  const series = object(await admin('POST', '/admin/series', { title: mark }), 201) as { slug: string };
  const site = `${mark}.example`;
  const added = object(
    await admin('POST', '/admin/events', {
      title: `Conformance run ${mark}`,
      description: 'Made by a conformance run, which closes it again.',
      endDate: '2099-12-31T00:00:00Z',
      tags: [tag.slug],
      series: [series.slug],
      sites: [site],
      markets: [
        { question: `${mark}: without fee?` },
        { question: `${mark}: with fee?`, takerBaseFee: 200 },
        { question: `${mark}: to be resolved?` },
      ],
    }),
    201,
  ) as unknown as { readonly id: string; readonly slug: string; readonly markets: readonly ShownMarket[] };
  return {
    event: { id: added.id, slug: added.slug, tagId: tag.id, tagSlug: tag.slug, seriesSlug: series.slug, site },
    markets: added.markets.map(stageMarket),
  };
}
