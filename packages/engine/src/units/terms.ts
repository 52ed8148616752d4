/** Terms that commands, events and the state share. */

export type Side = 'BUY' | 'SELL';
export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';
/** Operations that the venue as a whole allows. */
export type VenueMode = 'open' | 'post_only' | 'cancel_only' | 'disabled';
