/** The starts as a section of `docs/BRING-YOUR-BOT.md`, and as what the venue's page shows. */
import { CLIENT_NAMES } from '../table/clients.ts';
import { programOf, STARTS, WITHOUT_START } from './starts.ts';

const setting = ([name, value]: readonly [string, string]): string => `\`${name}=${value}\``;

/** Markdown: a heading, a sentence, the commands and the program of each start. */
export function renderStarts(): string {
  const sections = STARTS.flatMap((start) => [
    `## ${start.client}`,
    '',
    [start.does, ...(start.note === undefined ? [] : [start.note])].join(' '),
    ...(start.settings === undefined
      ? []
      : ['', `The venue is started with ${Object.entries(start.settings).map(setting).join(' and ')} besides.`]),
    '',
    '```sh',
    start.install,
    '```',
    '',
    '```js',
    programOf(start).trimEnd(),
    '```',
    '',
  ]);
  const without = CLIENT_NAMES.flatMap((client) => {
    const why = WITHOUT_START[client];
    return why === undefined ? [] : [`- \`${client}\`: ${why}.`];
  });
  return [...sections, '## Nothing to copy', '', ...without].join('\n');
}

/** What the page is built with: the starts as data. */
export const renderPageData = (): string =>
  `${JSON.stringify(
    STARTS.map((start) => ({
      client: start.client,
      does: start.does,
      note: start.note ?? '',
      settings: Object.entries(start.settings ?? {})
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      install: start.install,
      program: programOf(start),
    })),
    null,
    2,
  )}\n`;
