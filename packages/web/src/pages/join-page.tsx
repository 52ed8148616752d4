/** Page of joining and coming back, also behind the links for it. */
import { JoinPanel } from '../joining/join-panel.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import '../account/account.css';

export function JoinPage() {
  usePageTitle('Join');
  return <JoinPanel />;
}
