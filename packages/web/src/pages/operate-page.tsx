/** Operator page. Shows the sections that the role may use, one at a time. */
import { mayUse, type Role, type Route } from '@bellwether/contract';
import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useConnection } from '../live/live-context.tsx';
import '../operate/operate.css';
import { EventsSection } from '../operate/events-section.tsx';
import { HealthPanel } from '../operate/health-panel.tsx';
import { ModeSection } from '../operate/mode-section.tsx';
import { ModerationSection } from '../operate/moderation-section.tsx';
import { MoneySection } from '../operate/money-section.tsx';
import { NewEventSection } from '../operate/new-event-section.tsx';
import { OperatorProvider, useOperator } from '../operate/operator.tsx';
import { SuggestionsSection } from '../operate/suggestions-section.tsx';
import { HAS_PEOPLE } from '../session/venue-people.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { isSandbox } from '../venue/is-sandbox.ts';
import { lazyPart } from '../venue/load-part.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
  /** Request that a role must be able to send; by default a read. */
  readonly needs?: Pick<Route, 'method' | 'role'>;
}

const WRITE = { method: 'POST' } as const;
const OF_EDITORS = { method: 'GET', role: 'editor' } as const;

const isFor = (role: Role, { needs = { method: 'GET' } }: Section): boolean => mayUse(role, needs);

const SandboxPanel = lazyPart(async () => (await import('../sandbox/sandbox-panel.tsx')).SandboxPanel);

const PeopleSection = lazyPart(async () => (await import('../operate/people/people-section.tsx')).PeopleSection);
const InvitationsSection = lazyPart(
  async () => (await import('../operate/people/invitations-section.tsx')).InvitationsSection,
);
const GroupsSection = lazyPart(async () => (await import('../operate/people/groups-section.tsx')).GroupsSection);
const GrantsSection = lazyPart(async () => (await import('../operate/people/grants-section.tsx')).GrantsSection);

const ExportSection = lazyPart(async () => (await import('../operate/export-section.tsx')).ExportSection);
const LooksSection = lazyPart(async () => (await import('../operate/looks/looks-section.tsx')).LooksSection);
const NewsSection = lazyPart(async () => (await import('../operate/news/news-section.tsx')).NewsSection);
const RightsSection = lazyPart(async () => (await import('../operate/rights/rights-section.tsx')).RightsSection);
const LogSection = lazyPart(async () => (await import('../operate/rights/log-section.tsx')).LogSection);

const OF_PEOPLE: readonly Section[] = [
  { id: 'people', title: 'People', Content: PeopleSection },
  { id: 'invitations', title: 'Invitations', Content: InvitationsSection },
  { id: 'groups', title: 'Groups', Content: GroupsSection },
];

const SECTIONS: readonly Section[] = [
  { id: 'health', title: 'Health', Content: HealthPanel },
  { id: 'events', title: 'Events', Content: EventsSection, needs: OF_EDITORS },
  { id: 'new', title: 'New', Content: NewEventSection, needs: { method: 'POST', role: 'editor' } },
  { id: 'suggestions', title: 'Ideas', Content: SuggestionsSection, needs: OF_EDITORS },
  { id: 'comments', title: 'Comments', Content: ModerationSection, needs: { method: 'GET', role: 'moderator' } },
  ...(HAS_PEOPLE ? OF_PEOPLE : []),
  { id: 'money', title: 'Money', Content: MoneySection, needs: WRITE },
  { id: 'grants', title: 'Grants', Content: GrantsSection },
  ...(isSandbox() ? [] : [{ id: 'news', title: 'News', Content: NewsSection }]),
  { id: 'export', title: 'Export', Content: ExportSection },
  { id: 'mode', title: 'Mode', Content: ModeSection, needs: WRITE },
  { id: 'looks', title: 'Looks', Content: LooksSection, needs: WRITE },
  { id: 'rights', title: 'Rights', Content: RightsSection },
  { id: 'log', title: 'Log', Content: LogSection },
  ...(isSandbox() ? [{ id: 'sandbox', title: 'Sandbox', Content: SandboxPanel, needs: WRITE }] : []),
];

export function OperatePage() {
  return (
    <OperatorProvider>
      <Sections />
    </OperatorProvider>
  );
}

function Sections() {
  const { role } = useOperator();
  const sections = SECTIONS.filter((each) => isFor(role, each));
  const { section: id = sections[0]?.id ?? '' } = useParams({ strict: false });
  const section = sections.find((each) => each.id === id);
  usePageTitle(section === undefined ? 'Operate' : `${section.title} · Operate`);
  return (
    <div className='stack gap-5 operate'>
      <Head current={id} sections={sections} />
      <div className='operate__content'>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {section === undefined ? <EmptyState title='There is no such section' /> : <section.Content />}
        </Suspense>
      </div>
    </div>
  );
}

function Head({ current, sections }: { readonly current: string; readonly sections: readonly Section[] }) {
  const { leave } = useOperator();
  const connection = useConnection();
  return (
    <header className='stack gap-3 operate__head'>
      <div className='row row--apart'>
        <h1>Operate</h1>
        {leave !== null && (
          <Button size='sm' onClick={leave}>
            Leave
          </Button>
        )}
      </div>
      {connection === 'off' && (
        <p className='small soft'>
          A token has no live feeds at a venue for members: reload to see what is new, or join and sign in here.
        </p>
      )}
      <nav className='wrap flex tabs__list' aria-label='Sections of Operate'>
        {sections.map(({ id, title }) => (
          <Link
            key={id}
            to='/operate/$section'
            params={{ section: id }}
            search={{}}
            className='tabs__tab'
            data-state={id === current ? 'active' : 'inactive'}
            aria-current={id === current ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
    </header>
  );
}
