/** News of the venue for hooks, and digests. A venue without either looks for the store now and then, and opens nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { LazyNews, type NewsOptions } from '@bellwether/news';
import { NEWS_FILE } from '@bellwether/ports/data-folder.ts';
import type { NewsPage } from '@bellwether/ports/news.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Config } from '../config.ts';

interface NewsParts extends Pick<NewsOptions, 'digests' | 'leads' | 'origin' | 'runtime' | 'timeoutMs' | 'warn'> {
  readonly config: Pick<Config, 'dataDir' | 'hooksPrivate' | 'journal'>;
  readonly exchange: Pick<ExchangeHandle, 'head' | 'observe'>;
  readonly reader: Reader;
}

export function newsOf({ config, exchange, reader, ...parts }: NewsParts): LazyNews {
  const { dataDir, hooksPrivate, journal } = config;
  const file = join(dataDir, NEWS_FILE);
  let isObserving = false;
  const observe = (): void => {
    if (!isObserving) exchange.observe({ published: () => news.published() });
    isObserving = true;
  };
  const news = new LazyNews({
    ...parts,
    opened: observe,
    place: journal === null ? { file } : { database: journal.url },
    exists: async () => {
      if (journal === null) return existsSync(file);
      const { hasSchema } = await import('@bellwether/stores/has-schema.ts');
      return hasSchema(journal.url, 'news');
    },
    allowsPrivate: hooksPrivate,
    head: () => exchange.head.sequence,
    read: async (after, nowMs) => {
      const answer = await reader.read('news-since', { after, nowMs });
      return JSON.parse(new TextDecoder().decode(answer?.body)) as NewsPage;
    },
  });
  // One of several nodes learns by it that it leads; a venue on its own pays nothing before it has news.
  if (journal !== null) observe();
  return news;
}
