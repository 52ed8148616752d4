/** The parts of the peer that are used; its package names a types file that it does not contain. */
declare module 'nodejs-order-book' {
  export enum Side {
    BUY = 'buy',
    SELL = 'sell',
  }

  export class OrderBook {
    limit(options: { readonly id: string; readonly side: Side; readonly size: number; readonly price: number }): {
      readonly quantityLeft: number;
      readonly err: unknown;
    };
    cancel(id: string): unknown;
    /** Asks and bids as [price, volume]. */
    depth(): [[number, number][], [number, number][]];
  }
}
