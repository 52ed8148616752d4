/** All results of a search: events, topics and people. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EventGrid, flatten } from '../catalog/event-grid.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Form } from '../ui/form.tsx';
import { Mark } from '../ui/mark.tsx';
import { searchInfinite } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../catalog/search.css';

const route = getRouteApi('/search');

export function SearchPage() {
  const { q = '' } = route.useSearch();
  usePageTitle(q === '' ? 'Search' : `Search: ${q}`);
  return (
    <div className='stack'>
      <h1>{q === '' ? 'Search' : `Results for “${q}”`}</h1>
      <SearchForm key={q} text={q} />
      {q === '' ? (
        <EmptyState title='What are you looking for?'>
          <p>Type a few words: all of them have to occur in the event.</p>
        </EmptyState>
      ) : (
        <Results text={q} />
      )}
    </div>
  );
}

function SearchForm({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  const [words, setWords] = useState(text);
  return (
    <Form
      className='gap-2 flex search-form'
      onSend={() => void navigate({ to: '/search', search: words.trim() === '' ? {} : { q: words.trim() } })}
    >
      <input
        className='input'
        type='search'
        aria-label='Search for'
        placeholder='Markets, topics, people'
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button kind='primary' type='submit'>
        Search
      </Button>
    </Form>
  );
}

function Results({ text }: { readonly text: string }) {
  const list = useInfiniteQuery(searchInfinite(useClient(), text));
  const first = list.data?.pages[0];
  return (
    <>
      {first !== undefined && (first.tags.length > 0 || first.profiles.length > 0) && (
        <ul className='wrap gap-2 flex search-others'>
          {first.tags.map(({ slug, label, event_count }) => (
            <li key={slug}>
              <Link to='/' search={{ tag: slug }} className='badge'>
                {label} · {event_count}
              </Link>
            </li>
          ))}
          {first.profiles.map(({ baseAddress, name, pseudonym, profileImage }) => (
            <li key={baseAddress}>
              <Link to='/profile/$address' params={{ address: baseAddress }} className='badge'>
                <Mark id={baseAddress} image={profileImage} size={16} round />
                {name || pseudonym}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <EventGrid
        events={flatten(list.data?.pages.map((page) => page.events))}
        error={list.error}
        onRetry={() => void list.refetch()}
        list={list}
        empty={<p>Nothing has all of these words. Try fewer, or only the beginning of one.</p>}
      />
    </>
  );
}
