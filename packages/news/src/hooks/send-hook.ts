/** Sends one message to a hook, signed as Standard Webhooks say. */
import type { HookTemplate } from '@bellwether/ports/news.ts';
import { Webhook } from 'standardwebhooks';
import type { Outcome } from '../outbox.ts';
import type { HookRow } from '../tables.ts';
import { secretsAt } from './hooks.ts';
import { type PostOptions, post } from './post.ts';
import { bodyOf, type Told } from './template.ts';

const GONE = 410;

export interface SendOptions extends PostOptions {
  /** Address of the venue. */
  readonly origin: () => string;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

export async function sendHook(
  { secret, template, url }: Pick<HookRow, 'secret' | 'template' | 'url'>,
  id: string,
  told: Told,
  { clock, origin, ...options }: SendOptions,
): Promise<Outcome> {
  const body = bodyOf(template as HookTemplate, told, origin());
  const time = new Date(clock());
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Bellwether',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)),
    'webhook-signature': secretsAt(secret, time.getTime())
      .map((key) => new Webhook(key).sign(id, time, body))
      .join(' '),
  };
  try {
    const status = await post(url, headers, body, options);
    if (status >= 200 && status < 300) return { kind: 'done' };
    if (status === GONE) return { kind: 'gone', error: 'answered 410' };
    const note = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
    return { kind: 'failed', error: `answered ${status}${note}` };
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error.message : String(error) };
  }
}
