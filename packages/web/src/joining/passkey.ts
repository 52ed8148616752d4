/** Passkeys: the browser's own dialogs, between two requests of the sign-in library. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { askPeople } from '../session/people-client.ts';

type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Offered = Parameters<typeof startRegistration>[0]['optionsJSON'];

export async function signInByPasskey(): Promise<void> {
  const optionsJSON = await askPeople<Asked>('GET', '/passkey/generate-authenticate-options');
  const response = await startAuthentication({ optionsJSON });
  await askPeople('POST', '/passkey/verify-authentication', { response });
}

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await askPeople<Offered>('GET', '/passkey/generate-register-options');
  const response = await startRegistration({ optionsJSON });
  await askPeople('POST', '/passkey/verify-registration', { response, name });
}
