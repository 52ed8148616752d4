/** A signed order in the form sent to the venue. */
import type { OrderPlacement } from '@bellwether/contract';

/** A signed order ready to be sent, any number of times: the venue recognises its id. */
export interface SignedPlacement {
  /** EIP-712 digest of the order: `0x` and 64 hex digits. */
  readonly orderId: string;
  /** Body of `POST /order`. */
  readonly body: OrderPlacement;
}
