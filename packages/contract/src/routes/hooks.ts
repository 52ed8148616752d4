/** Routes of hooks. Whoever has a chat's address may write there: it is never read back. */
import * as hooks from '../schemas/hooks.ts';
import { ADMIN, type Route, route } from './route.ts';

const list = { ...ADMIN, errors: ['bad_request'] } as const;
const one = { ...ADMIN, params: hooks.HookParams, errors: ['bad_request', 'id_not_found'] } as const;

export const HOOK_ROUTES = {
  hooks: route(list, 'GET /admin/hooks', {
    summary: 'Hooks, and how many deliveries wait or were given up',
    response: { 200: hooks.Hooks },
  }),
  addHook: route(list, 'POST /admin/hooks', {
    summary: 'Send news to an address from now on, signed as Standard Webhooks say',
    body: hooks.HookInput,
    response: { 201: hooks.HookMade },
    errors: ['bad_request', 'invalid_payload', 'link_told_once'],
  }),
  changeHook: route(one, 'PATCH /admin/hooks/:id', {
    summary: 'Change a hook, or turn it on or off',
    body: hooks.HookChange,
    response: { 200: hooks.HookAnswer },
    errors: ['bad_request', 'id_not_found', 'invalid_payload'],
  }),
  renewHookSecret: route(one, 'POST /admin/hooks/:id/secret', {
    summary: 'Give the hook a new secret; for 24 hours the one before it signs as well, behind a space in the header',
    response: { 200: hooks.HookMade },
    errors: ['bad_request', 'id_not_found', 'link_told_once'],
  }),
  removeHook: route(one, 'DELETE /admin/hooks/:id', {
    summary: 'Remove a hook and its deliveries',
    response: { 200: hooks.HookDone },
  }),
  testHook: route(one, 'POST /admin/hooks/:id/test', {
    summary: 'Send a test to the hook at once',
    isWrite: false,
    response: { 200: hooks.HookTested },
  }),
  hookDeliveries: route(one, 'GET /admin/hooks/:id/deliveries', {
    summary: 'The 100 newest deliveries of the hook that wait or were given up',
    response: { 200: hooks.HookDeliveries },
  }),
  digests: route(list, 'GET /admin/digests', {
    summary: 'The 100 newest digests by e-mail that wait or were given up',
    response: { 200: hooks.DigestDeliveries },
  }),
  retryDigests: route({ ...ADMIN, errors: [] }, 'POST /admin/digests/retry', {
    summary: 'Send digests again that were given up',
    response: { 200: hooks.HookRetried },
  }),
  retryHook: route(one, 'POST /admin/hooks/:id/retry', {
    summary: 'Send deliveries of the hook again that were given up',
    response: { 200: hooks.HookRetried },
  }),
} as const satisfies Record<string, Route>;
