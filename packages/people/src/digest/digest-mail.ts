/** A digest as a mail, in plain text and in HTML. */
import type { Digest } from '@bellwether/ports/people.ts';
import { headerOf, inHtml, page, type VenueMark } from '../sign-in/mail/layout.ts';
import type { Mail } from '../sign-in/mail/mailer.ts';

interface Letter {
  readonly venue: VenueMark;
  readonly to: string;
  /** Address of the venue, without a path. */
  readonly base: string;
  /** Address that ends these mails. */
  readonly unsubscribe: string;
}

export function digestMail({ venue, to, base, unsubscribe }: Letter, { id, title, sections }: Digest): Mail {
  const account = `${base}/app/account`;
  const link = (url: string, text: string): string =>
    `<a style="color: ${venue.accent || '#1d4ed8'}" href="${inHtml(url)}">${inHtml(text)}</a>`;
  const text = sections.map(({ lines, ...section }) => {
    const listed = lines.map((line) => `- ${line.text}${line.path === null ? '' : `\n  ${base}${line.path}`}`);
    return `${section.title}\n\n${listed.join('\n')}\n`;
  });
  const html = sections.map(({ lines, ...section }) => {
    const listed = lines.map(
      (line) => `<li>${line.path === null ? inHtml(line.text) : link(base + line.path, line.text)}</li>`,
    );
    return `<h2 style="font-size: 1rem">${inHtml(section.title)}</h2>\n<ul style="padding-left: 1.2rem">${listed.join('\n')}</ul>`;
  });
  const end = `<p style="font-size: 0.85rem; color: #595959">${link(account, 'Choose how often')} this mail comes, or ${link(unsubscribe, 'unsubscribe')}.</p>`;
  return {
    to,
    subject: headerOf(`${venue.name}: ${title}`),
    messageId: `<${id}@${new URL(base).hostname}>`,
    unsubscribe,
    text: `${venue.name}: ${title}\n\n${text.join('\n')}\nHow often this mail comes: ${account}\nUnsubscribe: ${unsubscribe}\n`,
    html: page(venue, [`<p>${inHtml(title)}</p>`, ...html, end]),
  };
}
