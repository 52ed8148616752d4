/** The answer that a client got to a write; `nothing`: no answer arrived. */
export type Told = 'acknowledged' | 'refused' | 'nothing';
