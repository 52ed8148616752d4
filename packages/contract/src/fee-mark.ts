/**
 * The ecosystem's mark of a market with fees: `takerBaseFee` is the same in all of them, and the rate is in the fee
 * schedule.
 */
export const FEE_MARK = 1_000;

/** Description of a rate that the profile `polymarket` replaces by the mark. */
export const MARKED = `in the profile polymarket ${FEE_MARK} in every market with fees, as its clients know it`;

/** Mark of a market with this taker fee rate. */
export const feeMark = (takerFeeRate: number): number => (takerFeeRate > 0 ? FEE_MARK : 0);
