/** `BELLWETHER_HOSTS`: host names of services, such as `clob=clob.venue.example,gamma=gamma.venue.example`. */
import { SERVICES, type Service } from '@bellwether/contract/hosts';
import { ConfigError } from './config-error.ts';

const NAME = /^(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})*$/;
const LENGTH_MAX = 253;

/**
 * Services by lower-case host name. A service may have several names, a name only one service. Throws `ConfigError`.
 */
export function readHosts(text: string): ReadonlyMap<string, Service> {
  const names = new Map<string, Service>();
  if (text === '') return names;
  for (const item of text.split(',')) {
    const [word = '', host = '', ...rest] = item.trim().split('=');
    const name = host.toLowerCase();
    const service = SERVICES.find((each) => each === word);
    const isName = NAME.test(name) && name.length <= LENGTH_MAX && !/^[0-9.]+$/.test(name);
    if (service === undefined || !isName || rest.length > 0) {
      throw new ConfigError(
        `BELLWETHER_HOSTS must be a comma list such as clob=clob.venue.example with ${SERVICES.join(', ')}, not "${item.trim()}"`,
      );
    }
    if (names.has(name)) throw new ConfigError(`BELLWETHER_HOSTS names "${name}" twice`);
    names.set(name, service);
  }
  return names;
}
