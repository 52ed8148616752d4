/** Hooks: addresses that the venue sends news to. */
import { Type } from 'typebox';
import { count, orNull, strict, text, whole } from '../described.ts';

export const NEWS_KINDS = [
  'question.opened',
  'question.moved',
  'question.closing',
  'result.proposed',
  'result.decided',
  'result.reversed',
  'clarification',
] as const;
export const HOOK_TEMPLATES = ['standard', 'slack', 'discord', 'teams', 'mattermost'] as const;
const URL_MAX = 2_048;

const Kind = Type.Enum([...NEWS_KINDS]);
const reason = Type.Optional(Type.String({ maxLength: 500, description: 'why, for the log' }));
const url = Type.String({ minLength: 1, maxLength: URL_MAX, description: 'http or https address of the receiver' });
const WISH = {
  kinds: Type.Optional(Type.Array(Kind, { minItems: 1, maxItems: NEWS_KINDS.length, description: 'all by default' })),
  tag: Type.Optional(
    orNull(Type.String({ minLength: 1, maxLength: 250, description: 'slug of a tag: news of its questions alone' })),
  ),
  template: Type.Optional(
    Type.Enum([...HOOK_TEMPLATES], {
      default: 'standard',
      description: 'form of the body: Standard Webhooks, or a chat',
    }),
  ),
  reason,
};

export const HookInput = strict({ url, ...WISH });
export const HookChange = strict({
  url: Type.Optional(url),
  ...WISH,
  on: Type.Optional(Type.Boolean({ description: 'a hook that is turned on again gets the news from then on' })),
});

const HOOK = {
  id: text('id of the hook'),
  url: text('origin of the receiver; the rest, which may be a secret, is left out'),
  kinds: Type.Array(Kind),
  tag: orNull(text('slug of the tag')),
  template: Type.Enum([...HOOK_TEMPLATES]),
  state: Type.Enum(['on', 'off', 'gone'], { description: 'gone: the receiver answered 410' }),
  created: whole('Unix seconds'),
  waiting: count('deliveries that wait for their next attempt'),
  dead: count('deliveries that were given up'),
};
export const HookAnswer = Type.Object(HOOK);
export type HookAnswer = Type.Static<typeof HookAnswer>;
export const HookMade = Type.Object({ ...HOOK, secret: text('key of the signatures, told only now') });
export const Hooks = Type.Object({ hooks: Type.Array(HookAnswer) });
export const HookParams = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'id of the hook' }),
});
export type HookParams = Type.Static<typeof HookParams>;
export const HookTested = Type.Object({
  error: orNull(text('why the receiver did not take the test; null: it did')),
});
export const HookRetried = Type.Object({ retried: count('deliveries that wait again') });
export const HookDone = Type.Object({ done: Type.Literal(true) });

const DELIVERY = {
  id: text('`webhook-id`, the same in each attempt'),
  kind: text('kind of the news'),
  state: Type.Enum(['waiting', 'done', 'dead']),
  attempts: count('attempts so far'),
  time: whole('Unix seconds of the next attempt, or of the last one'),
  error: text('why the last attempt failed'),
};
export const HookDeliveries = Type.Object({ deliveries: Type.Array(Type.Object(DELIVERY)) });

/** `GET /admin/digests`. */
export const DigestDeliveries = Type.Object({
  deliveries: Type.Array(Type.Object({ ...DELIVERY, email: text('address of the receiver; empty for who has left') })),
});
