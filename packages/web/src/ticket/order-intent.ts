/**
 * State machine of one order from the click to the venue's answer. It guarantees that an intent is signed only once.
 * Until the outcome is known no other order can start. Every resend is the same order, which the venue recognizes by
 * its id. Pure.
 */
import type { OrderInput, SignedPlacement } from '@bellwether/sdk';

export type Intent = { readonly order: OrderInput; readonly words: string; readonly question: string };

export interface Outcome {
  /** `live`: at least part of the order rests. `done`: nothing rests. */
  readonly status: 'live' | 'done';
  readonly orderId: string;
  /** Amounts given and received at once, before the fee; empty if zero, or if no longer known. */
  readonly given: string;
  readonly got: string;
  /** Fee of the trade; empty if it is no longer known. */
  readonly fee: string;
}

export interface Refusal {
  readonly title: string;
  readonly advice: string;
  /** The venue's own text; empty if there is none. */
  readonly details: string;
  /** True if the venue can explain the refusal by the order's id, because it checked the order itself. */
  readonly isExplained: boolean;
}

export type IntentState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'signing'; readonly intent: Intent }
  | { readonly kind: 'sending'; readonly intent: Intent; readonly placement: SignedPlacement }
  /** Unknown whether the order arrived. The same order is sent again. */
  | {
      readonly kind: 'unanswered';
      readonly intent: Intent;
      readonly placement: SignedPlacement;
      readonly tries: number;
    }
  | { readonly kind: 'placed'; readonly intent: Intent; readonly outcome: Outcome }
  /** `orderId` is null if the order was never signed. */
  | {
      readonly kind: 'refused';
      readonly intent: Intent;
      readonly refusal: Refusal;
      readonly orderId: string | null;
    }
  /** The order never arrived and is no longer resent. */
  | { readonly kind: 'lost'; readonly intent: Intent };

export type IntentEvent =
  | { readonly kind: 'submit'; readonly intent: Intent }
  /** An order that was signed before the page was reloaded. */
  | { readonly kind: 'resume'; readonly intent: Intent; readonly placement: SignedPlacement }
  | { readonly kind: 'signed'; readonly placement: SignedPlacement }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'absent' }
  | { readonly kind: 'dismiss' };

export const IDLE: IntentState = { kind: 'idle' };

/** True while an order's outcome is open; no other order may be submitted. */
export function isUnderWay({ kind }: IntentState): boolean {
  return kind === 'signing' || kind === 'sending' || kind === 'unanswered';
}

/** Returns the next state. An event that does not apply leaves the state unchanged. */
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
