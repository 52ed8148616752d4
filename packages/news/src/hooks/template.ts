/** Bodies of hooks: the standard one, and what chats take at their incoming webhooks. */
import type { HookTemplate, NewsItem, NewsKind } from '@bellwether/ports/news.ts';

/** News as it lies in the outbox. */
export type Told = Pick<NewsItem, 'title' | 'text' | 'event' | 'tags' | 'timeMs'> & {
  readonly kind: NewsKind | 'test';
};

const LABELS: Readonly<Record<Told['kind'], string>> = {
  'question.opened': 'New question',
  'question.moved': 'Moved',
  'question.closing': 'Closing soon',
  'result.proposed': 'Result proposed',
  'result.decided': 'Result',
  'result.reversed': 'Result corrected',
  clarification: 'Clarification',
  test: 'Test',
};

const TEXT_LENGTH_MAX = 800;
const TITLE_LENGTH_MAX = 400;

/** `origin`: address of the venue. */
export function bodyOf(template: HookTemplate, told: Told, origin: string): string {
  return JSON.stringify(BODIES[template](told, addressOf(told, origin)));
}

const addressOf = ({ event }: Told, origin: string): string =>
  event === '' ? `${origin}/app/` : `${origin}/app/event/${encodeURIComponent(event)}`;

type Body = (told: Told, url: string) => object;

const BODIES: Readonly<Record<HookTemplate, Body>> = {
  standard: ({ event, kind, tags, text, timeMs, title }, url) => ({
    type: kind,
    timestamp: new Date(timeMs).toISOString(),
    data: { title, text, question: event, tags, url },
  }),
  slack: (told, url) => {
    const { text, title } = escaped(told, inSlack);
    return { text: lines([`*${title}*`, text, `<${inSlack(url)}|Open the question>`]) };
  },
  // Escaping can double a text: at most 2,000 characters.
  discord: (told, url) => {
    const { text, title } = escaped(told, inMarkdown);
    return { content: cut(lines([`**${title}**`, url, text]), 2_000), allowed_mentions: { parse: [] } };
  },
  mattermost: (told, url) => {
    const { text, title } = escaped(told, inMarkdown);
    return { text: lines([`**${title}**`, text, url]) };
  },
  teams: (told, url) => {
    const { text, title } = escaped(told, inMarkdown);
    const block = (words: string, more: object = {}): object => ({
      type: 'TextBlock',
      text: words,
      wrap: true,
      ...more,
    });
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [block(title, { weight: 'Bolder' }), ...(text === '' ? [] : [block(text)])],
      actions: [{ type: 'Action.OpenUrl', title: 'Open the question', url }],
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
  },
};

const lines = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');

function escaped({ kind, text, title }: Told, inForm: (text: string) => string): { title: string; text: string } {
  return {
    title: inForm(`${LABELS[kind]}: ${cut(title, TITLE_LENGTH_MAX)}`),
    text: inForm(cut(text, TEXT_LENGTH_MAX)),
  };
}

const cut = (text: string, max: number): string =>
  (text.length <= max ? text : `${text.slice(0, max - 1)}…`).toWellFormed();

/** Slack reads commands such as `<!channel>` and links between angle brackets. */
const inSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** No links under other words, no emphasis, and nobody is called by `@`. */
const inMarkdown = (text: string): string => text.replace(/[\\`*_~|<>[\]()#]/g, '\\$&').replaceAll('@', '@\u200b');
