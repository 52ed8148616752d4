import { expect, test } from 'vitest';
import { checkSignIn, readSignIn } from './sign-in.ts';

const PROVIDER = {
  BELLWETHER_OIDC_ISSUER: 'https://id.company.example/',
  BELLWETHER_OIDC_CLIENT_ID: 'venue',
  BELLWETHER_OIDC_CLIENT_SECRET: 's3cret',
};
const MAIL = { BELLWETHER_SMTP_URL: 'smtps://me:s3cret@mail.example', BELLWETHER_SMTP_FROM: 'Venue <v@a.example>' };
function read(settings: Readonly<Record<string, string>>, join = 'invite') {
  const config = readSignIn((name) => settings[name]);
  checkSignIn(join, config);
  return config;
}

test('config: without settings there are links and passkeys alone', () => {
  expect(read({}, 'open')).toEqual({ provider: null, mail: null });
});

test('config: a provider, with domains, a claim for groups and roles by value', () => {
  const more = {
    BELLWETHER_OIDC_SCOPES: 'openid  email groups',
    BELLWETHER_OIDC_DOMAINS: 'Company.example, b.example',
    BELLWETHER_OIDC_GROUPS_CLAIM: 'groups',
    BELLWETHER_OIDC_ROLES: 'cn=desk=operator, press=editor',
  };
  expect(read({ ...PROVIDER, ...MAIL, ...more }, 'oidc')).toEqual({
    provider: {
      issuer: 'https://id.company.example/',
      clientId: 'venue',
      clientSecret: 's3cret',
      scopes: ['openid', 'email', 'groups'],
      domains: ['company.example', 'b.example'],
      groupsClaim: 'groups',
      roles: new Map([
        ['cn=desk', 'operator'],
        ['press', 'editor'],
      ]),
    },
    mail: { url: MAIL.BELLWETHER_SMTP_URL, from: MAIL.BELLWETHER_SMTP_FROM },
  });
});

test('config: a provider is asked for name and address by default', () => {
  expect(read(PROVIDER).provider?.scopes).toEqual(['openid', 'email', 'profile']);
});

test.each([
  [{}, 'oidc', 'BELLWETHER_JOIN=oidc needs BELLWETHER_OIDC_ISSUER'],
  [PROVIDER, 'open', 'BELLWETHER_OIDC_ISSUER needs BELLWETHER_JOIN=invite, oidc or approval'],
  [MAIL, 'listed', 'BELLWETHER_SMTP_URL needs BELLWETHER_JOIN'],
  [{ BELLWETHER_OIDC_ROLES: 'a=owner' }, 'invite', 'BELLWETHER_OIDC_ROLES needs BELLWETHER_OIDC_ISSUER'],
  [{ ...PROVIDER, BELLWETHER_OIDC_ISSUER: 'http://id.example' }, 'oidc', 'must be an https address'],
  [{ ...PROVIDER, BELLWETHER_OIDC_ISSUER: 'https://id.example?a' }, 'oidc', 'must be an https address'],
  [{ ...PROVIDER, BELLWETHER_OIDC_DOMAINS: 'a.example,@b.example' }, 'oidc', 'not "@b.example"'],
  [{ BELLWETHER_OIDC_SCOPES: 'openid' }, 'invite', 'BELLWETHER_OIDC_SCOPES needs BELLWETHER_OIDC_ISSUER'],
  [{ ...PROVIDER, BELLWETHER_OIDC_SCOPES: 'email groups' }, 'oidc', 'openid among them, not "email groups"'],
  [{ ...PROVIDER, BELLWETHER_OIDC_SCOPES: 'openid "email"' }, 'oidc', 'must be scopes separated by spaces'],
  [{ ...PROVIDER, BELLWETHER_OIDC_ROLES: 'desk=king' }, 'oidc', 'not "desk=king"'],
  [{ BELLWETHER_SMTP_FROM: 'v@a.example' }, 'invite', 'BELLWETHER_SMTP_FROM needs BELLWETHER_SMTP_URL'],
  [{ BELLWETHER_SMTP_URL: 'smtp://me:s3cret@mail.example' }, 'invite', 'needs BELLWETHER_SMTP_FROM'],
  [{ ...MAIL, BELLWETHER_SMTP_URL: 'mail:s3cret' }, 'invite', 'BELLWETHER_SMTP_URL must be smtp://'],
  [{ ...MAIL, BELLWETHER_SMTP_FROM: 'a\r\nBcc: b@c.example' }, 'invite', 'BELLWETHER_SMTP_FROM must be'],
] satisfies [Record<string, string>, string, string][])('config: refuses %o with join %s', (settings, join, words) => {
  expect(() => read(settings, join)).toThrow(words);
  expect(() => read(settings, join)).not.toThrow('s3cret');
});
