/** One feed with `polymarket-websocket-client`, and what its handlers were told. */
import { ClobMarketClient, ClobUserClient } from 'polymarket-websocket-client';
import { Inbox } from '../inbox.ts';
import type { Trader } from '../stage.ts';
import type { FaultStage } from './stage.ts';

type Told = Readonly<Record<string, unknown>>;

export interface Ear {
  /** Messages of the handlers, in the order in which they were called. */
  readonly told: readonly Told[];
  /** Connections and their ends, as the client says them. */
  readonly states: readonly string[];
  /** Resolves when the client has heard all that was sent to it before: two answers to its heartbeats. */
  heard(): Promise<void>;
  /** Resolves when the client has been connected so many times. */
  connected(times: number): Promise<void>;
  close(): void;
}

const SETTINGS = { heartbeatInterval: 50, reconnectDelay: 1, logger: { error: () => undefined } };

/** Hears of a token's orders. `again`: it connects again when it is cut off, as by default. */
export async function marketEar({ venue }: FaultStage, token: string, again = false): Promise<Ear> {
  const url = `${venue.url.replace('http', 'ws')}/ws/market`;
  const feed = new ClobMarketClient({ url, ...SETTINGS, autoReconnect: again });
  const snapshot = new Inbox<boolean>();
  feed.onMarketMessage((message) => {
    if (Array.isArray(message)) snapshot.add(true);
  });
  const ear = earOf(feed);
  feed.onPriceChange((message) => ear.told.push(message as unknown as Told));
  await feed.connect();
  feed.subscribe([token]);
  await snapshot.find(() => true);
  return ear;
}

/** Hears of a trader's own orders and trades. */
export async function userEar({ venue }: FaultStage, { credentials }: Trader, market: string): Promise<Ear> {
  const { key: apiKey, secret, passphrase } = credentials;
  const url = `${venue.url.replace('http', 'ws')}/ws/user`;
  const feed = new ClobUserClient({ apiKey, secret, passphrase }, { url, ...SETTINGS, autoReconnect: false });
  const ear = earOf(feed);
  feed.onUserMessage((message) => ear.told.push(message as unknown as Told));
  feed.subscribe([market]);
  await feed.connect();
  await ear.heard();
  return ear;
}

function earOf(feed: ClobMarketClient | ClobUserClient) {
  const told: Told[] = [];
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
  // One who listens to nothing of it would end the process with it.
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
