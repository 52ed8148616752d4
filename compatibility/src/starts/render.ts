/** Renders the starts as a section of `docs/guides/bring-your-bot.md` and as data for the venue's page. */
import { commandOf, nodeOf, programOf, STARTS, type Start } from './starts.ts';

/** A sentence with the Node version that the client needs; empty if its package states none. */
function nodeSentence(start: Start): string[] {
  const node = nodeOf(start);
  return node === null ? [] : [`It needs Node ${node} or newer.`];
}

/** Remarks on other chains that such a venue accepts. */
function besides({ settings }: Start): string[] {
  const use = settings?.['BELLWETHER_CHAIN_137'];
  if (use === 'sign-in') return ['', 'With `on` instead of `sign-in`, replace 80002 by 137.'];
  if (use === 'on') return ['', 'Such a venue accepts chain 137 only: it refuses programs with 80002.'];
  return [];
}

/** Markdown: a heading, a sentence, the commands and the program of each start. */
export function renderStarts(): string {
  return STARTS.flatMap((start) => [
    `## ${start.client}`,
    '',
    [start.does, ...nodeSentence(start), ...(start.note === undefined ? [] : [start.note])].join(' '),
    ...(start.settings === undefined
      ? []
      : ['', 'The venue has to be started with', '', '```sh', commandOf(start), '```']),
    ...besides(start),
    '',
    '```sh needs=network',
    start.install,
    '```',
    '',
    '```js',
    programOf(start).trimEnd(),
    '```',
    '',
  ])
    .join('\n')
    .trimEnd();
}

export const renderPageData = (): string =>
  `${JSON.stringify(
    STARTS.map((start) => ({
      client: start.client,
      does: start.does,
      node: nodeOf(start) ?? '',
      note: start.note ?? '',
      chain137: start.settings?.['BELLWETHER_CHAIN_137'] ?? 'off',
      command: commandOf(start),
      install: start.install,
      program: programOf(start),
    })),
    null,
    2,
  )}\n`;
