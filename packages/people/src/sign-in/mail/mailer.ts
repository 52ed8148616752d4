/** Sends mail through the operator's SMTP server. */
import { MailFailed } from '@bellwether/ports/people.ts';
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Id of the message; the same for each attempt to send it. Without it the mail gets one of its own. */
  readonly messageId?: string;
  /** Address at which its receiver ends mails of this kind, also by a single `POST` (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  readonly url: string;
  /** Sender, as `Name <address>` or an address. */
  readonly from: string;
}

export interface Mailer {
  /** Resolves when the server has taken the mail; rejects with `MailFailed` and the server's own words. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const DEADLINE_MS = 20_000;

export function createMailer({ url, from }: MailSettings): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: DEADLINE_MS,
      greetingTimeout: DEADLINE_MS,
      socketTimeout: DEADLINE_MS,
      // Texts of a mail never name files or addresses to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    async send({ unsubscribe, ...mail }) {
      const ends = unsubscribe !== undefined && {
        list: { unsubscribe },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      };
      await transport.sendMail({ ...mail, ...ends }).catch((error: unknown) => {
        throw new MailFailed(error);
      });
    },
    close: () => transport.close(),
  };
}
