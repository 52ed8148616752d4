/** What a client was told of a write; `nothing`: no answer came. */
export type Told = 'acknowledged' | 'refused' | 'nothing';
