/**
 * Shows the API description and lets the page send requests. Requests that need an API key are signed here, with
 * WebCrypto, using the key in the form. The key leaves the tab only as the headers that the API asks for.
 */
import { signedValues } from './signing.js';

const FIELDS = ['address', 'apiKey', 'secret', 'passphrase'];
const STORED_AS = 'bellwether-api-key';
const form = document.getElementById('credentials');
const state = document.getElementById('state');

function credentials() {
  return Object.fromEntries(FIELDS.map((field) => [field, form.elements[field].value.trim()]));
}

function isComplete(values) {
  return FIELDS.every((field) => values[field] !== '');
}

function fillIn(values) {
  for (const field of FIELDS) if (typeof values[field] === 'string') form.elements[field].value = values[field];
}

/** Keeps the form's values for this tab, if the browser allows it. */
function keep(values) {
  try {
    if (values === null) sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, JSON.stringify(values));
  } catch {
    // Without storage the values last until the page is left.
  }
}

function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}');
  } catch {
    return {};
  }
}

function showState() {
  const has = isComplete(credentials());
  state.textContent = has ? 'Private requests are signed with this key.' : 'No key: private requests are refused.';
}

function watchForm() {
  fillIn(recall());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keep(credentials());
    showState();
  });
  form.addEventListener('input', showState);
  form.addEventListener('reset', () => {
    keep(null);
    setTimeout(showState);
  });
  form.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!text.trim().startsWith('{')) return;
    event.preventDefault();
    try {
      fillIn(JSON.parse(text));
      keep(credentials());
      showState();
    } catch {
      state.textContent = 'What was pasted is no JSON.';
    }
  });
  showState();
}

/** Returns the five headers of one request. Uses the venue's clock, because this computer's may be wrong. */
async function apiKeyHeaders(request, names) {
  const timestamp = String(await (await fetch('time')).json());
  // The path as the venue serves it: a proxy in front may have added a prefix.
  const base = new URL('.', location.href).pathname.replace(/\/$/, '');
  const path = new URL(request.url, location.href).pathname.slice(base.length);
  const values = await signedValues(credentials(), { ...request, path, timestamp });
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [names[`l2_${field}`].name, value]));
}

/** Operations that an API key signs, as method and path pattern. */
function signedOperations(description) {
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((schemes) => 'l2_signature' in schemes))
      .map(([method]) => ({ method, pattern: new RegExp(`${path.replace(/\{[^}]+\}/g, '[^/]+')}$`) })),
  );
}

/**
 * Replaces made-up names in the examples with names that exist at this venue, so that the first try gets a real answer.
 */
async function withRealNames(description) {
  const samples = description['x-samples'] ?? {};
  try {
    const [[market], [fill], [comment]] = await Promise.all(
      ['markets?active=true&closed=false&order=volume24hr&limit=1', 'trades?limit=1', 'comments?limit=1'].map(
        async (path) => (await fetch(path)).json(),
      ),
    );
    if (market === undefined) return description;
    const [event] = market.events;
    const names = [
      [samples.conditionId, market.conditionId],
      [samples.yesTokenId, market.tokenIds?.[0]],
      [samples.noTokenId, market.tokenIds?.[1]],
      [samples.marketSlug, market.slug],
      [samples.eventSlug, event?.slug],
      [samples.alice, fill?.proxyWallet],
    ];
    let text = JSON.stringify(description);
    for (const [sample, real] of names) {
      if (typeof sample === 'string' && typeof real === 'string') text = text.replaceAll(sample, real);
    }
    const named = JSON.parse(text);
    for (const [path, of] of [
      ['/events/{id}', event],
      ['/comments/{id}', comment],
    ]) {
      for (const parameter of named.paths[path]?.get?.parameters ?? []) {
        if (parameter.name !== 'id' || of === undefined) continue;
        parameter.example = parameter.schema.type === 'integer' ? Number(of.id) : of.id;
      }
    }
    return named;
  } catch {
    return description;
  }
}

/**
 * Reduces the authorization dialogue to the operator's token. Headers of API keys and wallets are generated, not typed.
 */
function forThisPage(description) {
  const { admin } = description.components.securitySchemes;
  description.components.securitySchemes = { admin };
  for (const operations of Object.values(description.paths)) {
    for (const operation of Object.values(operations)) {
      operation.security = (operation.security ?? []).filter((schemes) => 'admin' in schemes);
    }
  }
  // Prefilled defaults of one form would keep the other form from being called.
  for (const { schema } of description.paths['/markets']?.get?.parameters ?? []) {
    for (const each of [schema, ...(schema.anyOf ?? [])]) delete each.default;
  }
  description.openapi = '3.0.3';
  description.servers = [{ url: new URL('.', location.href).href.replace(/\/$/, '') }];
  return description;
}

/**
 * Reviver of JSON: the description in the words of OpenAPI 3.0. Of a newer one Swagger UI reads all of it again for each
 * operation that it shows, which takes seconds.
 */
function inOlderWords(_key, value) {
  if (value === null || typeof value !== 'object') return value;
  const { type, anyOf, const: only, ...rest } = value;
  if (only !== undefined) return { ...value, enum: [only] };
  if (Array.isArray(type)) return { ...value, type: type.find((each) => each !== 'null'), nullable: true };
  const others = Array.isArray(anyOf) ? anyOf.filter((each) => each.type !== 'null') : [];
  return others.length > 0 && others.length < anyOf.length ? { ...rest, anyOf: others, nullable: true } : value;
}

/** Swagger UI has its own switch for dark colours; it follows the page's, or else the system's. */
function followColours() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const { classList, dataset } = document.documentElement;
  const follow = () =>
    classList.toggle('dark-mode', dataset.theme === undefined ? dark.matches : dataset.theme === 'dark');
  dark.addEventListener('change', follow);
  follow();
}

async function show() {
  followColours();
  watchForm();
  const response = await fetch('openapi.json');
  const description = await withRealNames(JSON.parse(await response.text(), inOlderWords));
  const names = description.components.securitySchemes;
  const signed = signedOperations(description);
  globalThis.SwaggerUIBundle({
    spec: forThisPage(description),
    dom_id: '#description',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    // The default validator would contact an external server.
    validatorUrl: null,
    requestInterceptor: async (request) => {
      const { pathname } = new URL(request.url, location.href);
      const isSigned = signed.some(
        ({ method, pattern }) => method === request.method.toLowerCase() && pattern.test(pathname),
      );
      if (isSigned && isComplete(credentials())) Object.assign(request.headers, await apiKeyHeaders(request, names));
      return request;
    },
  });
}

show().catch((error) => {
  document.getElementById('description').textContent = `The description could not be shown: ${error.message}`;
});
