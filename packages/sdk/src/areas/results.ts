/** Results that can be wrong: the operator proposes, confirms and reverses them; needs the client's `adminToken`. */
import type { BodyOf, CallOptions, Request } from '../request.ts';

type Id = string | number;

/** Methods that take a market by its condition id, and those that end in `Event` an event by its id. */
export function createResults(request: Request) {
  return {
    /** Proposes a result: trading stops, and the end of the window confirms it unless someone disputes it. */
    propose: (conditionId: string, body: BodyOf<'proposeResult'>, call: CallOptions = {}) =>
      request('proposeResult', { ...call, body, params: { condition_id: conditionId } }),
    proposeEvent: (id: Id, body: BodyOf<'proposeEventResult'>, call: CallOptions = {}) =>
      request('proposeEventResult', { ...call, body, params: { id } }),
    /** Disputes a proposed result in the operator's name; `account.dispute` does it in the account's. */
    dispute: (conditionId: string, reason: string, call: CallOptions = {}) =>
      request('disputeResultAsOperator', { ...call, body: { reason }, params: { condition_id: conditionId } }),
    /** Confirms the proposed result, disputed or not, and pays it. */
    confirm: (conditionId: string, body: BodyOf<'confirmResult'> = {}, call: CallOptions = {}) =>
      request('confirmResult', { ...call, body, params: { condition_id: conditionId } }),
    confirmEvent: (id: Id, body: BodyOf<'confirmEventResult'> = {}, call: CallOptions = {}) =>
      request('confirmEventResult', { ...call, body, params: { id } }),
    /** Withdraws the proposed result; trading goes on. */
    withdrawProposal: (conditionId: string, body: BodyOf<'withdrawProposal'> = {}, call: CallOptions = {}) =>
      request('withdrawProposal', { ...call, body, params: { condition_id: conditionId } }),
    withdrawEventProposal: (id: Id, body: BodyOf<'withdrawEventProposal'> = {}, call: CallOptions = {}) =>
      request('withdrawEventProposal', { ...call, body, params: { id } }),
    /** Puts another result, a refund or none in place of a paid one. */
    reverse: (conditionId: string, body: BodyOf<'reverseResult'>, call: CallOptions = {}) =>
      request('reverseResult', { ...call, body, params: { condition_id: conditionId } }),
    reverseEvent: (id: Id, body: BodyOf<'reverseEventResult'>, call: CallOptions = {}) =>
      request('reverseEventResult', { ...call, body, params: { id } }),
  };
}
