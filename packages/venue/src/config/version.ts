import { readFileSync } from 'node:fs';

export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../server/package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return version;
}
