/** Words of the mails about signing in, as plain text and as HTML. */
import type { Mail } from './mailer.ts';

const inHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Line breaks would end the header. */
const headerOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

function page(venue: string, paragraphs: readonly string[]): string {
  const style =
    'font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 32rem; margin: 2rem auto; padding: 0 1rem';
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${inHtml(venue)}</title></head>
<body style="${style}">\n<h1 style="font-size: 1.25rem">${inHtml(venue)}</h1>\n${body}\n</body></html>\n`;
}

function linkMail(title: string, { to, url, venue }: Linked, notes: readonly string[]): Mail {
  const button =
    'background: #1a1a1a; color: #fff; padding: 0.6rem 1.2rem; border-radius: 0.4rem; text-decoration: none';
  return {
    to,
    subject: headerOf(title),
    text: `${title}:\n\n${url}\n\n${notes.join('\n')}\n`,
    html: page(venue, [`<a style="${button}" href="${inHtml(url)}">${inHtml(title)}</a>`, ...notes]),
  };
}

interface Linked {
  readonly venue: string;
  readonly to: string;
  readonly url: string;
}

export function signInMail(venue: string, to: string, url: string): Mail {
  return linkMail(`Sign in to ${venue}`, { venue, to, url }, [
    'The link works once, for ten minutes.',
    'If you did not ask for it, ignore this mail: nobody can sign in without the link.',
  ]);
}

export function invitationMail(venue: string, to: string, url: string): Mail {
  return linkMail(`Join ${venue}`, { venue, to, url }, ['The link works once, and is for you alone.']);
}

export function testMail(venue: string, to: string): Mail {
  const words = 'This venue can send mail.';
  return { to, subject: headerOf(`Test mail of ${venue}`), text: `${words}\n`, html: page(venue, [words]) };
}
