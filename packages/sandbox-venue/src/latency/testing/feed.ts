/** A market feed as a test's client has received it. */

interface Change {
  readonly asset_id: string;
  readonly price: string;
  readonly best_bid: string;
  readonly best_ask: string;
}

export interface FeedFrame {
  readonly event_type: string;
  readonly asset_id?: string;
  readonly bids?: readonly { readonly price: string }[];
  readonly asks?: readonly { readonly price: string }[];
  readonly price_changes?: readonly Change[];
}

/** Resolves when it has subscribed to the tokens. `received` resolves to all frames that the venue has sent so far. */
export async function openFeed(url: string, tokens: readonly string[]) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/market`);
  const frames: FeedFrame[] = [];
  let pong = (): void => undefined;
  socket.addEventListener('message', ({ data }) => {
    if (data === 'PONG') pong();
    else frames.push(...[JSON.parse(String(data)) as FeedFrame | FeedFrame[]].flat());
  });
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.send(JSON.stringify({ type: 'market', assets_ids: tokens }));
  const received = async (): Promise<readonly FeedFrame[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    pong = resolve;
    void closed.then(() => reject(new Error('the feed has ended')));
    // The answer comes behind everything that was sent before.
    socket.send('PING');
    await promise;
    return frames;
  };
  // The subscription has been read: time that is moved now does not overtake it.
  await received();
  return { frames: frames as readonly FeedFrame[], closed, received, close: (): void => socket.close() };
}
