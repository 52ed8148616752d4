/** Words of the mails about signing in, as plain text and as HTML. */
import { headerOf, inHtml, page, type VenueMark } from './layout.ts';
import type { Mail } from './mailer.ts';

function linkMail(title: string, { to, url, venue }: Linked, notes: readonly string[]): Mail {
  const ground = venue.accent || '#1a1a1a';
  const button = `background: ${ground}; color: #fff; padding: 0.6rem 1.2rem; border-radius: 0.4rem; text-decoration: none`;
  return {
    to,
    subject: headerOf(title),
    text: `${title}:\n\n${url}\n\n${notes.join('\n')}\n`,
    html: page(venue, [
      `<p><a style="${button}" href="${inHtml(url)}">${inHtml(title)}</a></p>`,
      ...notes.map((note) => `<p>${note}</p>`),
    ]),
  };
}

type Linked = { readonly venue: VenueMark; readonly to: string; readonly url: string };

export function signInMail(venue: VenueMark, to: string, url: string): Mail {
  return linkMail(`Sign in to ${venue.name}`, { venue, to, url }, [
    'The link works once, for ten minutes.',
    'If you did not ask for it, ignore this mail: nobody can sign in without the link.',
  ]);
}

export function invitationMail(venue: VenueMark, to: string, url: string): Mail {
  return linkMail(`Join ${venue.name}`, { venue, to, url }, ['The link works once, and is for you alone.']);
}

export function testMail(venue: VenueMark, to: string): Mail {
  const words = 'This venue can send mail.';
  return {
    to,
    subject: headerOf(`Test mail of ${venue.name}`),
    text: `${words}\n`,
    html: page(venue, [`<p>${words}</p>`]),
  };
}
