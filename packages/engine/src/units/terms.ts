/** Words that commands, events and the state share. */

export type Side = 'BUY' | 'SELL';
export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';
/** What the venue as a whole lets happen. */
export type VenueMode = 'open' | 'post_only' | 'cancel_only' | 'disabled';
