/** The venue's own mark and words: logo, welcome and terms. Texts are plain: HTML in them is shown as it is written. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Answer } from '../venue/answer.tsx';
import { getText, keepText } from '../venue/text-store.ts';
import { useLook } from '../venue/venue-look.ts';
import './looks.css';

export function BrandMark({ logo }: { readonly logo: string }) {
  // Never part of the document: an SVG in an image runs no script.
  if (logo !== '') return <img className='brand__logo' src={logo} alt='' />;
  return (
    <svg width='28' height='28' viewBox='0 0 32 32' aria-hidden='true'>
      <rect width='32' height='32' rx='8' className='brand__ground' />
      <path
        d='M16 6.5c-3.9 0-6.400 2.900-6.400 6.900 0 4.600-1.300 6.300-2.700 7.500-.6.5-.3 1.600.6 1.600h17c.9 0 1.200-1.100.6-1.600-1.400-1.200-2.700-2.900-2.700-7.500 0-4-2.500-6.900-6.400-6.900z'
        className='brand__bell'
      />
      <circle cx='16' cy='25' r='2' className='brand__bell' />
    </svg>
  );
}

export function Paragraphs({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n{2,}/).map((paragraph, at) => [`${at} ${paragraph}`, paragraph] as const);
  return (
    <div className='stack gap-2 paragraphs'>
      {paragraphs.map(([key, paragraph]) => (
        <p key={key}>{paragraph}</p>
      ))}
    </div>
  );
}

const DISMISSED = 'bellwether.welcome-read';

/** The welcome on the home page, until it was read on this device; another text is shown again. */
export function WelcomeNote() {
  const { welcome } = useLook();
  const [read, setRead] = useState(() => getText(localStorage, DISMISSED));
  if (welcome === '' || read === welcome) return null;
  const dismiss = (): void => {
    keepText(localStorage, DISMISSED, welcome);
    setRead(welcome);
  };
  return (
    <aside className='panel panel__body row row--apart gap-4 top' aria-label='Welcome'>
      <Paragraphs text={welcome} />
      <Button size='sm' onClick={dismiss}>
        Dismiss
      </Button>
    </aside>
  );
}

export function TermsNote() {
  if (useLook().terms === '') return null;
  return (
    <p className='small soft'>
      By joining you accept the <a href='/app/terms'>terms</a>.
    </p>
  );
}

export async function readTerms(path: string): Promise<string> {
  if (path === '') return '';
  const answer = await fetch(path);
  if (!answer.ok) throw new Error('The terms could not be read.');
  return answer.text();
}

/** Needs no router: outsiders of a venue for members may read it too. */
export function Terms() {
  const { name, terms } = useLook();
  const text = useQuery({ queryKey: ['terms', terms], queryFn: () => readTerms(terms) });
  return (
    <section className='stack'>
      <h1>Terms of {name}</h1>
      <Answer to={text} failure='The terms could not be read' lines={6}>
        {(read) => (read === '' ? <p>This venue has no terms of its own.</p> : <Paragraphs text={read} />)}
      </Answer>
    </section>
  );
}
