/** An ordinary client of the market feed, in the process that orders. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

interface PriceChange {
  readonly price_changes?: readonly { readonly price: string; readonly side: string }[];
}

export class Probe {
  readonly #socket: WebSocket;
  /** The price whose change is awaited. */
  #awaited = '';
  #changed = Promise.withResolvers<number>();
  #frames = 0;
  #bytes = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Resolves once it has its books. */
  static async open(port: number, subscription: string): Promise<Probe> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/market`, { perMessageDeflate: false });
    await once(socket, 'open');
    socket.send(subscription);
    await once(socket, 'message');
    const probe = new Probe(socket);
    socket.on('message', (data) => probe.#read(String(data)));
    return probe;
  }

  get frameBytes(): number {
    return Math.round(this.#bytes / this.#frames);
  }

  /** Resolves to the time at which the next change of bids at that price has been read. */
  changeAt(price: string): Promise<number> {
    this.#awaited = price;
    this.#changed = Promise.withResolvers();
    return this.#changed.promise;
  }

  close(): void {
    this.#socket.close();
  }

  #read(text: string): void {
    this.#frames++;
    this.#bytes += text.length;
    // Cast: a frame of the market feed.
    for (const { price_changes: changes } of [JSON.parse(text) as PriceChange | PriceChange[]].flat())
      if (changes?.some(({ price, side }) => side === 'BUY' && price === this.#awaited) === true)
        this.#changed.resolve(performance.now());
  }
}
