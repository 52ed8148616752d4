/** A real mail server that keeps what it gets, and refuses boxes whose name begins with `refused`. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** All headers, unfolded. */
  readonly head: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Takes no mail for now. */
  isBusy: boolean;
  /** The next mail, or the first that nobody has taken. */
  next(): Promise<ReceivedMail>;
  forget(): void;
  close(): Promise<void>;
}

/** Undoes quoted-printable. */
const decoded = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Reads the two parts and the plain headers that the venue's mails have. */
function parse(raw: string, to: readonly string[]): ReceivedMail {
  const header = (name: string): string => new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1] ?? '';
  const part = (type: string): string => {
    const [, body = ''] = raw.split(`Content-Type: ${type}`);
    const text = body.slice(body.indexOf('\r\n\r\n') + 4).split('\r\n--')[0] ?? '';
    return body.includes('quoted-printable') ? decoded(text) : text;
  };
  const subject = header('Subject').replace(/\r\n[ \t]/g, ' ');
  const head = (raw.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]/g, ' ');
  return { head, to, from: header('From'), subject, text: part('text/plain'), html: part('text/html') };
}

export async function openMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const wanted: ((mail: ReceivedMail) => void)[] = [];
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _, done) {
      if (self.isBusy) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
      if (!address.startsWith('refused')) return done();
      done(Object.assign(new Error('no such box'), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(parse(Buffer.concat(chunks).toString(), to));
        done();
        wanted.shift()?.(mails[taken++] as ReceivedMail);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const self: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    isBusy: false,
    next: () =>
      new Promise((resolve) => {
        const mail = mails[taken];
        if (mail === undefined) wanted.push(resolve);
        else {
          taken += 1;
          resolve(mail);
        }
      }),
    forget() {
      mails.length = 0;
      taken = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return self;
}
