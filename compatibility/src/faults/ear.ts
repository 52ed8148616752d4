/** A feed of `polymarket-websocket-client`, with the messages that its handlers received. */
import { ClobMarketClient, ClobUserClient } from 'polymarket-websocket-client';
import { Inbox } from '../inbox.ts';
import type { StageVenue, Trader } from '../stage.ts';

export type Told = Readonly<Record<string, unknown>>;

interface Place {
  readonly venue: Pick<StageVenue, 'url'>;
}

export interface Ear {
  /** Messages of the handlers, in call order. */
  readonly told: Inbox<Told>;
  /** Connections and disconnections, as the client reports them. */
  readonly states: readonly string[];
  /** Resolves when the client has received everything sent before: two answers to its heartbeats. */
  heard(): Promise<void>;
  /** Resolves when the client has connected this many times. */
  connected(times: number): Promise<void>;
  close(): void;
}

const SETTINGS = { heartbeatInterval: 50, reconnectDelay: 1, logger: { error: () => undefined } };

/** Listens to a token's market feed. `again`: reconnect when disconnected, the client's default. */
export async function marketEar({ venue }: Place, token: string, again = false): Promise<Ear> {
  const url = `${venue.url.replace('http', 'ws')}/ws/market`;
  const feed = new ClobMarketClient({ url, ...SETTINGS, autoReconnect: again });
  const snapshot = new Inbox<boolean>();
  feed.onMarketMessage((message) => {
    if (Array.isArray(message)) snapshot.add(true);
  });
  const ear = earOf(feed);
  feed.onPriceChange((message) => ear.told.add(message as unknown as Told));
  await feed.connect();
  feed.subscribe([token]);
  await snapshot.find(() => true);
  return ear;
}

/** Listens to a trader's own orders and trades. */
export async function userEar({ venue }: Place, { credentials }: Trader, market: string) {
  const { key: apiKey, secret, passphrase } = credentials;
  const url = `${venue.url.replace('http', 'ws')}/ws/user`;
  const feed = new ClobUserClient({ apiKey, secret, passphrase }, { url, ...SETTINGS, autoReconnect: false });
  const ear = earOf(feed);
  feed.onUserMessage((message) => ear.told.add(message as unknown as Told));
  feed.subscribe([market]);
  await feed.connect();
  await ear.heard();
  return { ...ear, feed };
}

function earOf(feed: ClobMarketClient | ClobUserClient) {
  const told = new Inbox<Told>();
  const states: string[] = [];
  const pongs = new Inbox<string>();
  const changes = new Inbox<string>();
  feed.on('rawMessage', (data) => {
    if (String(data) === 'PONG') pongs.add('PONG');
  });
  const note = (state: string): void => {
    states.push(state);
    changes.add(state);
  };
  feed.on('disconnected', ({ code }) => note(`disconnected (${code})`));
  feed.on('reconnecting', () => note('reconnecting'));
  feed.on('connected', () => note('connected'));
  // Without an error listener, an error would end the process.
  feed.on('error', () => undefined);
  return {
    told,
    states,
    async heard() {
      const before = pongs.all.length;
      await pongs.find(() => pongs.all.length >= before + 2);
    },
    async connected(times: number) {
      await changes.find(() => states.filter((state) => state === 'connected').length >= times);
    },
    close: () => feed.disconnect(),
  };
}
