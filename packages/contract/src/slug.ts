/**
 * Conversion of labels to slugs. Shared by the catalog's input mapping, which names new events and markets, and by its
 * projection, which finds markets that carry only tag labels under a tag's slug.
 */

const SLUG_LENGTH_MAX = 200;

/** Lower-case ASCII letters and digits joined by single hyphens; '' if nothing of the label remains. */
export function slugOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH_MAX)
    .replace(/^-+|-+$/g, '');
}
