/** Routes of the scores: calibration, and how good the forecasts of a decided event were. */
import { EventIdParams } from '../schemas/catalog.ts';
import { Calibration, CalibrationQuery, EventScores } from '../schemas/scores.ts';
import { type Route, route } from './route.ts';

export const SCORE_ROUTES = {
  calibration: route({}, 'GET /calibration', {
    summary: 'How often forecasts came true, in ten bins: of the venue, under a tag, or of a user',
    auth: 'none',
    errorShape: 'ledger',
    query: CalibrationQuery,
    response: { 200: Calibration },
    errors: ['bad_request', 'unknown_field', 'ledger_internal'],
    caps: ['trading', 'work'],
    cost: { base: 100 },
  }),
  eventScores: route({}, 'GET /events/:id/scores', {
    summary: 'How good the forecasts of an event’s decided markets were',
    auth: 'none',
    errorShape: 'catalog',
    params: EventIdParams,
    response: { 200: EventScores },
    errors: ['bad_request', 'id_not_found'],
    caps: ['catalog', 'work'],
    cost: { base: 10 },
  }),
} as const satisfies Record<string, Route>;
