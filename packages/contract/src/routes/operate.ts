/** Routes for the operator to monitor the venue. All are additive. */
import { Comments } from '../schemas/comment.ts';
import { AdminCommentsQuery, AdminEvents, AdminEventsQuery, VenueHealth } from '../schemas/operate.ts';
import type { Route } from './route.ts';

const admin = { method: 'GET', auth: 'admin', errorShape: 'plain', caps: [] } as const;

export const OPERATE_ROUTES = {
  adminComments: {
    ...admin,
    path: '/admin/comments',
    summary: 'Comments and replies of the whole venue, for moderation',
    query: AdminCommentsQuery,
    response: { 200: Comments },
    errors: ['bad_request'],
  },
  adminEvents: {
    ...admin,
    path: '/admin/events',
    summary: 'Every event of the venue, by words and by what is left to do, with how many of its markets trade',
    query: AdminEventsQuery,
    response: { 200: AdminEvents },
    errors: ['bad_request'],
  },
  venueHealth: {
    ...admin,
    path: '/admin/health',
    summary: 'How the venue is doing: positions, queues, latency, and whether its money adds up',
    response: { 200: VenueHealth },
    errors: ['bad_request'],
  },
} as const satisfies Record<string, Route>;
