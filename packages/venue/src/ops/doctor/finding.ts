/** The result of one check. */

/** `fails`: a start would be refused, or would not be safe. `warns`: a venue runs, and its operator should know. */
export interface Finding {
  readonly is: 'ok' | 'warns' | 'fails';
  /** One line; says what to do unless all is well. */
  readonly text: string;
}

export const ok = (text: string): Finding => ({ is: 'ok', text });
export const warns = (text: string): Finding => ({ is: 'warns', text });
export const fails = (text: string): Finding => ({ is: 'fails', text });
