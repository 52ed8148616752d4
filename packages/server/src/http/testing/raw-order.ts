/** Orders of exactly the amounts that a test wants, signed, as no client would make them. Tests only. */
import type { OrderPlacement } from '@bellwether/contract';
import { type OrderMessage, signOrder } from '@bellwether/sdk';
import { DOMAIN } from './stack.ts';
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
}

/** Ten shares at 0.50 unless other amounts are given. */
export async function placeRaw(trader: Trader, wanted: RawOrder): Promise<Answer> {
  const { tokenId, side = 'BUY', type = 'GTC', postOnly = false, expiration = '0' } = wanted;
  const { body } = await trader.sign({ tokenId, side: 'BUY', price: '0.5', size: '10' });
  const { makerAmount = '5000000', takerAmount = '10000000', maker = body.order.maker } = wanted;
  const message: OrderMessage = {
    salt: BigInt(body.order.salt),
    maker,
    signer: body.order.signer,
    tokenId: BigInt(tokenId),
    makerAmount: BigInt(makerAmount),
    takerAmount: BigInt(takerAmount),
    side,
    signatureType: maker === body.order.maker ? 0 : 1,
    timestamp: BigInt(body.order.timestamp),
    metadata: body.order.metadata ?? '',
    builder: body.order.builder ?? '',
  };
  const { signature } = await signOrder(message, DOMAIN, trader.signer);
  const { signatureType } = message;
  const order = { ...body.order, side, makerAmount, takerAmount, expiration, maker, signatureType, signature };
  const placement: OrderPlacement = { order, owner: body.owner, orderType: type, postOnly };
  return trader.send('POST', '/order', placement);
}
