/** Code blocks of a page, for the test that runs them. */

/** Needs of a shell block beyond Node, curl and the blocks before it, as its fence names them. */
const NEEDS = ['stopped', 'postgres', 'network', 'machines'] as const;
export type Need = (typeof NEEDS)[number];

export interface Block {
  readonly language: string;
  /** Null for none. */
  readonly need: Need | null;
  /** The reader saves the block under this name; null if it is no file. */
  readonly file: string | null;
  readonly text: string;
}

/** Reads the fenced blocks of a page. Throws on a fence with unknown words behind its language. */
export function blocksOf(page: string): Block[] {
  const fences = page.matchAll(/^( *)```(\w+)(?: (\S[^\n]*))?\n(.*?)^\1```$/gms);
  return [...fences].map(([, indent = '', language = '', words = '', body = '']) => {
    const [, key, value = ''] = /^(needs|file)=(\S+)$/.exec(words) ?? [];
    const need = key === 'needs' ? (NEEDS.find((each) => each === value) ?? null) : null;
    if (words !== '' && key !== 'file' && need === null) throw new Error(`unknown words at a fence: ${words}`);
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { language, need, file: key === 'file' ? value : null, text };
  });
}

/** True if the block starts a venue, which runs until the next such block, a block that needs it stopped, or the page's end. */
export const startsVenue = ({ text }: Block): boolean =>
  /^(?:[A-Z_0-9]+=(?:"[^"]*"|'[^']*'|\S+)\s(?:\\\n\s*)?)*(?:npm start|npx bellwether (?:serve|demo|sandbox))\b/.test(
    text,
  );

/** Pages that are walked. */
export const START = ['README.md', 'docs/start/*.md'];
export const GUIDES = ['docs/guides/*.md'];
export const REFERENCE = ['docs/reference/{compatibility,sandbox}.md'];

/** True if a walk runs blocks of that kind, or a need says at the fence why not. */
export const isWalked = ({ language, file }: Pick<Block, 'language' | 'file'>): boolean =>
  ['sh', 'sql', 'text'].includes(language) || file !== null;
