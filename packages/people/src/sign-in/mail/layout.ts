/** Layout of every mail: a page of plain HTML, and lines of headers. */

/** Text within HTML, inside and outside of quotes. */
export const inHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Line breaks would end the header. */
export const headerOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The venue as its mails show it. */
export interface VenueMark {
  readonly name: string;
  /** Colour that can be read on white, and white on it; '' for none. */
  readonly accent: string;
}

export function page({ name, accent }: VenueMark, blocks: readonly string[]): string {
  const style =
    'font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 32rem; margin: 2rem auto; padding: 0 1rem';
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${inHtml(name)}</title></head>
<body style="${style}">\n<h1 style="font-size: 1.25rem; color: ${accent || 'inherit'}">${inHtml(name)}</h1>\n${blocks.join('\n')}\n</body></html>\n`;
}
