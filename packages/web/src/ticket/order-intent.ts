/**
 * The life of one order, from the click to the venue's answer, as a state machine. Its one promise: an intent is signed
 * once. Until the venue has said what became of it no other can begin, and whatever is sent again is the same order,
 * which the venue knows by its id. Pure.
 */
import type { OrderInput, SignedPlacement } from '@bellwether/sdk';

/** What the reader asked for. */
export interface Intent {
  readonly order: OrderInput;
  /** In words, such as `Buy Yes for $10.00`. */
  readonly words: string;
  /** Question of the market. */
  readonly question: string;
}

/** What became of it. */
export interface Outcome {
  /** `live`: it rests, wholly or in part. `done`: nothing of it rests any more. */
  readonly status: 'live' | 'done';
  readonly orderId: string;
  /** What was given and got at once, before the fee; empty for nothing, and money where it is not known any more. */
  readonly given: string;
  readonly got: string;
  /** Fee of that; empty where it is not known any more. */
  readonly fee: string;
}

export interface Refusal {
  readonly title: string;
  readonly advice: string;
  /** The venue's own text; empty where it said nothing. */
  readonly details: string;
  /** The venue can tell more of it, by the order's id: it held the order itself against its rules. */
  readonly isExplained: boolean;
}

export type IntentState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'signing'; readonly intent: Intent }
  | { readonly kind: 'sending'; readonly intent: Intent; readonly placement: SignedPlacement }
  /** No one knows whether it arrived. The same order is sent again. */
  | {
      readonly kind: 'unanswered';
      readonly intent: Intent;
      readonly placement: SignedPlacement;
      readonly tries: number;
    }
  | { readonly kind: 'placed'; readonly intent: Intent; readonly outcome: Outcome }
  /** `orderId` is null where it was never signed. */
  | {
      readonly kind: 'refused';
      readonly intent: Intent;
      readonly refusal: Refusal;
      readonly orderId: string | null;
    }
  /** It never arrived, and is not sent any more. */
  | { readonly kind: 'lost'; readonly intent: Intent };

export type IntentEvent =
  | { readonly kind: 'submit'; readonly intent: Intent }
  /** An order signed earlier, before the page was loaded again. */
  | { readonly kind: 'resume'; readonly intent: Intent; readonly placement: SignedPlacement }
  | { readonly kind: 'signed'; readonly placement: SignedPlacement }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'absent' }
  | { readonly kind: 'dismiss' };

export const IDLE: IntentState = { kind: 'idle' };

/** True while the fate of an order is open: nothing else may be submitted. */
export function isUnderWay({ kind }: IntentState): boolean {
  return kind === 'signing' || kind === 'sending' || kind === 'unanswered';
}

/** The next state; the same one for an event that does not belong there. */
export function nextState(state: IntentState, event: IntentEvent): IntentState {
  switch (event.kind) {
    case 'submit':
      return isUnderWay(state) ? state : { kind: 'signing', intent: event.intent };
    case 'resume':
      return isUnderWay(state) ? state : { ...event, kind: 'unanswered', tries: 0 };
    case 'signed':
      return state.kind === 'signing' ? { kind: 'sending', intent: state.intent, placement: event.placement } : state;
    case 'unanswered':
      if (state.kind === 'sending') return { ...state, kind: 'unanswered', tries: 1 };
      return state.kind === 'unanswered' ? { ...state, tries: state.tries + 1 } : state;
    case 'answered':
      return isSent(state) ? { kind: 'placed', intent: state.intent, outcome: event.outcome } : state;
    case 'refused':
      if (state.kind !== 'signing' && !isSent(state)) return state;
      return {
        kind: 'refused',
        intent: state.intent,
        refusal: event.refusal,
        orderId: isSent(state) ? state.placement.orderId : null,
      };
    case 'absent':
      return isSent(state) ? { kind: 'lost', intent: state.intent } : state;
    case 'dismiss':
      return isUnderWay(state) ? state : IDLE;
    default:
      return event satisfies never;
  }
}

function isSent(state: IntentState): state is Extract<IntentState, { kind: 'sending' | 'unanswered' }> {
  return state.kind === 'sending' || state.kind === 'unanswered';
}
