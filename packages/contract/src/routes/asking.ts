/** Routes of asking: suggestions of members, and the operator's answers and clarifications. */
import * as asking from '../schemas/asking.ts';
import { Clarification } from '../schemas/catalog.ts';
import { AdminEventParams } from '../schemas/venue.ts';
import { type Route, route } from './route.ts';

const keyed = { auth: 'l2', errorShape: 'catalog', errors: ['bad_request'], caps: ['catalog', 'work'] } as const;
const admin = { auth: 'admin', role: 'editor', errorShape: 'plain', caps: [] } as const;
const decision = {
  ...admin,
  params: asking.SuggestionParams,
  response: { 200: asking.Suggestion },
  errors: ['invalid_payload', 'bad_request', 'id_not_found', 'suggestion_decided'],
} as const;

export const ASKING_ROUTES = {
  addSuggestion: route(keyed, 'POST /suggestions', {
    summary: 'Suggest a question to the operators',
    body: asking.SuggestionPost,
    response: { 201: asking.Suggestion },
    errors: ['bad_request', 'too_many_suggestions'],
    cost: { base: 4 },
  }),
  suggestions: route(keyed, 'GET /suggestions', {
    summary: 'Suggestions of the account, newest first',
    query: asking.SuggestionsQuery,
    response: { 200: asking.Suggestions },
    cost: { base: 1, rowsPerUnit: 20 },
  }),
  adminSuggestions: route(admin, 'GET /admin/suggestions', {
    summary: 'Suggestions of all members, newest first',
    query: asking.AdminSuggestionsQuery,
    response: { 200: asking.Suggestions },
    errors: ['bad_request'],
  }),
  adminSuggestion: route(admin, 'GET /admin/suggestions/:id', {
    summary: 'A suggestion',
    params: asking.SuggestionParams,
    response: { 200: asking.Suggestion },
    errors: ['bad_request', 'id_not_found'],
  }),
  approveSuggestion: route(decision, 'POST /admin/suggestions/:id/approve', {
    summary: 'Approve a suggestion, and name the event that was made of it',
    body: asking.SuggestionApproval,
    errors: [...decision.errors, 'event_not_found'],
  }),
  rejectSuggestion: route(decision, 'POST /admin/suggestions/:id/reject', {
    summary: 'Reject a suggestion',
    body: asking.SuggestionRejection,
  }),
  addClarification: route(admin, 'POST /admin/events/:id/clarifications', {
    summary: 'Add a dated note to the rules of an event; it stays as it is',
    params: AdminEventParams,
    body: asking.ClarificationBody,
    response: { 201: Clarification },
    errors: ['invalid_payload', 'bad_request', 'event_not_found'],
  }),
} as const satisfies Record<string, Route>;
