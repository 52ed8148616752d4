/** Health, time, the venue itself, its metrics and its description. */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches } from '../compare.ts';
import { object, ok, type Row } from '../http.ts';

export const VENUE_CHECKS = section(
  'Venue',
  rules(null, {
    'GET / answers as the health check [V1]': async ({ http }) => void ok(await http.get('/')),
    'GET /time is the time in whole Unix seconds [V2]': async (stage) => {
      const { body } = ok(await stage.http.get('/time'));
      const now = stage.trader(0).now();
      isTrue('time', Number.isInteger(body) && Math.abs(Number(body) - now) < 60, now, body);
    },
    'GET /venue names the signing domain, the chain, the header prefixes and the mode [V3]': async ({ http }) => {
      const venue = object(await http.get('/venue'));
      const domain = venue['domain'] as Row;
      const names = ['authPrefixes', 'chainId', 'domain', 'mode', 'name', 'time', 'version'];
      equal(
        'fields that are missing',
        names.filter((name) => !(name in venue)),
        [],
      );
      equal('domain', Object.keys(domain).sort(), ['chainId', 'name', 'verifyingContract', 'version']);
      matches('verifyingContract', domain['verifyingContract'], /^0x[0-9a-fA-F]{40}$/);
      matches('mode', venue['mode'], /^(open|post_only|cancel_only|disabled)$/);
      isTrue('time', Number.isInteger(venue['time']), 'integer seconds', venue['time']);
    },
    'GET /metrics is text for Prometheus [V4]': async ({ http }) => {
      const answer = ok(await http.get('/metrics'));
      matches('content type', answer.headers.get('content-type'), /^text\/plain/);
      matches('figures', answer.text, /^# (HELP|TYPE) /m);
    },
    'GET /openapi.json is an OpenAPI 3.1 document that has every endpoint of the interface [V5]': async ({ http }) => {
      const { openapi, paths } = object(await http.get('/openapi.json'));
      matches('openapi', openapi, /^3\.1\./);
      const described = paths as Readonly<Record<string, Row>>;
      const missing = INTERFACE.filter(([method, path]) => described[path]?.[method] === undefined);
      equal('endpoints that are missing', missing, []);
    },
    'GET /docs is a page that loads nothing from elsewhere [V6]': async ({ http }) => {
      const answer = ok(await http.get('/docs'));
      matches('content type', answer.headers.get('content-type'), /^text\/html/);
      equal('addresses elsewhere', answer.text.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g) ?? [], []);
      matches('content security policy', answer.headers.get('content-security-policy'), /default-src 'none'/);
    },
  }),
);

/** Every endpoint of the interface. */
const INTERFACE: readonly (readonly [string, string])[] = [
  ['get', '/'],
  ['get', '/trades'],
  ['post', '/order'],
  ['delete', '/order'],
  ['get', '/markets'],
  ['get', '/markets/{condition_id}'],
  ['get', '/comments/user_address/{user_address}'],
  ['get', '/comments/{id}'],
  ['get', '/book'],
  ['post', '/books'],
  ['get', '/price'],
  ['post', '/prices'],
  ['get', '/midpoint'],
  ['post', '/midpoints'],
  ['post', '/last-trades-prices'],
  ['get', '/prices-history'],
  ['post', '/batch-prices-history'],
  ['get', '/data/order/{id}'],
  ['get', '/builder/trades'],
  ['post', '/v1/heartbeats'],
  ['get', '/tags'],
  ['get', '/holders'],
  ['get', '/live-volume'],
  ['get', '/events'],
  ['get', '/events/slug/{slug}'],
  ['get', '/events/{id}'],
  ['get', '/public-search'],
];
