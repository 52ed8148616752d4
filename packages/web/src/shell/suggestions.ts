/** Search suggestions as one list: events first, then topics and people. Pure. */
import type { SearchAnswer } from '@bellwether/contract';
import { formatPercent, NO_FIGURE } from '../format/numbers.ts';

export interface Suggestion {
  readonly key: string;
  readonly kind: 'event' | 'tag' | 'profile';
  readonly title: string;
  readonly note: string;
  readonly image: string;
  readonly target:
    | { readonly to: '/event/$slug'; readonly params: { readonly slug: string } }
    | { readonly to: '/'; readonly search: { readonly tag: string } }
    | { readonly to: '/profile/$address'; readonly params: { readonly address: string } };
}

const EVENTS_MAX = 6;
const OTHERS_MAX = 3;

export function suggestionsOf({ events, tags, profiles }: SearchAnswer): readonly Suggestion[] {
  return [
    ...events.slice(0, EVENTS_MAX).map((event): Suggestion => {
      const [only, ...others] = event.markets;
      return {
        key: event.slug,
        kind: 'event',
        title: event.title,
        note:
          only === undefined || others.length > 0
            ? `${event.markets.length} markets`
            : only.priceKnown
              ? formatPercent(firstPrice(only.outcomePrices))
              : NO_FIGURE,
        image: event.image || event.icon,
        target: { to: '/event/$slug', params: { slug: event.slug } },
      };
    }),
    ...tags.slice(0, OTHERS_MAX).map(
      (tag): Suggestion => ({
        key: `tag-${tag.slug}`,
        kind: 'tag',
        title: tag.label,
        note: `Topic · ${tag.event_count}`,
        image: '',
        target: { to: '/', search: { tag: tag.slug } },
      }),
    ),
    ...profiles.slice(0, OTHERS_MAX).map(
      (profile): Suggestion => ({
        key: profile.baseAddress,
        kind: 'profile',
        title: profile.name || profile.pseudonym,
        note: 'Trader',
        image: profile.profileImage,
        target: { to: '/profile/$address', params: { address: profile.baseAddress } },
      }),
    ),
  ];
}

function firstPrice(outcomePrices: string): string {
  return /[0-9.]+/.exec(outcomePrices)?.[0] ?? '0';
}
