/** Tries the settings of signing in, for the operator who enters them. */
import { createMailer, type MailSettings } from './mail/mailer.ts';
import { testMail } from './mail/texts.ts';
import { createDiscovery } from './provider/discovery.ts';

/** Sends a test mail by a server that the venue does not use yet. Throws `MailFailed`. */
export async function tryMailServer(settings: MailSettings, venue: string, to: string): Promise<void> {
  const mailer = createMailer(settings);
  try {
    await mailer.send(testMail({ name: venue, accent: '' }, to));
  } finally {
    mailer.close();
  }
}

/** Reads the provider's discovery document. Returns why it cannot be used; null if it can. */
export function providerProblem(issuer: string): Promise<string | null> {
  return createDiscovery(issuer, () => 0)().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
