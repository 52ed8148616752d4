/** Signed orders with exactly the amounts that a test wants, which no client would make. Tests only. */
import type { OrderPlacement } from '@bellwether/contract';
import { type OrderMessage, signOrder } from '@bellwether/sdk';
import type { Answer, Trader } from './trader.ts';

export interface RawOrder {
  readonly tokenId: string;
  readonly side?: 'BUY' | 'SELL';
  readonly type?: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  /** Micros, in decimal digits. */
  readonly makerAmount?: string;
  readonly takerAmount?: string;
  readonly expiration?: string;
  readonly postOnly?: boolean;
  readonly maker?: string;
  /** Default: 0 for the trader's own address, and 1 for any other. */
  readonly signatureType?: 0 | 1 | 2 | 3;
}

/** Places an order; ten shares at 0.50 by default. */
export async function placeRaw(trader: Trader, wanted: RawOrder): Promise<Answer> {
  const { tokenId, side = 'BUY', type = 'GTC', postOnly = false, expiration = '0' } = wanted;
  const { body } = await trader.sign({ tokenId, side: 'BUY', price: '0.5', size: '10' });
  const { makerAmount = '5000000', takerAmount = '10000000', maker = body.order.maker } = wanted;
  const { signatureType = maker === body.order.maker ? 0 : 1 } = wanted;
  const signer = signatureType === 3 ? maker : body.order.signer;
  const message: OrderMessage = {
    salt: BigInt(body.order.salt),
    maker,
    signer,
    tokenId: BigInt(tokenId),
    makerAmount: BigInt(makerAmount),
    takerAmount: BigInt(takerAmount),
    side,
    signatureType,
    timestamp: BigInt(body.order.timestamp),
    metadata: body.order.metadata ?? '',
    builder: body.order.builder ?? '',
  };
  const { signature } = await signOrder(message, trader.stack.dependencies.domain, trader.signer);
  const order = { ...body.order, side, makerAmount, takerAmount, expiration, maker, signer, signatureType, signature };
  const placement: OrderPlacement = { order, owner: body.owner, orderType: type, postOnly };
  return trader.send('POST', '/order', placement);
}
