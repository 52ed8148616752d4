import fc from 'fast-check';
import { expect, test } from 'vitest';
import { communityCommand } from './testing/community-commands.ts';
import { tagDefinition } from './testing/definitions.ts';
import { Dice } from './testing/dice.ts';
import { forAll } from './testing/runs.ts';
import { Shadow, unseen } from './testing/shadow.ts';
import { catalogId } from './units/units.ts';

const SERIES = {
  ...tagDefinition('weekly', catalogId(5)),
  ...{ ticker: '', title: '', seriesType: '', recurrence: '', image: '', icon: '' },
  ...{ active: true, closed: false, archived: false },
};

function openVenue(): Shadow {
  const shadow = Shadow.opened();
  const command = { kind: 'AddToCatalog', tags: [], series: [SERIES], events: [], markets: [] } as const;
  shadow.execute({ command, timeMs: shadow.state.timeMs });
  return shadow;
}

/** Generates commands from seeds, with a restart half way. */
function run(seeds: readonly number[]): Shadow {
  let shadow = openVenue();
  let { timeMs } = shadow.state;
  seeds.forEach((seed, index) => {
    const dice = new Dice(seed);
    timeMs += dice.pick([0, 0, 100, 200, dice.once(60) ? 60_000 : 1, dice.once(60) ? 59_999 : 0]);
    const command = communityCommand(dice, shadow.state.community.comments.count);
    shadow.execute({ command, timeMs });
    if (seed % 16 === 0 || index === seeds.length - 1) shadow.compareCopies(command);
    if (index === seeds.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('community: decides as the oracle does, and its events and snapshots are its state [E17]', () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 120, size: 'max' });
  forAll(25, [seeds], (list) => void run(list));
});

const CORNERS: readonly string[] = `
  accepted AddComment, accepted RemoveComment, accepted AddReaction, accepted RemoveReaction,
  accepted ReportComment, accepted DismissReports, accepted UpdateProfile, accepted SetModerator,
  unchanged RemoveComment, unchanged AddReaction, unchanged RemoveReaction, unchanged ReportComment,
  unchanged DismissReports, unchanged UpdateProfile, unchanged SetModerator, unknown_account, comment_invalid,
  unknown_comment, unknown_parent_comment, unknown_comment_entity, comment_not_owned, not_moderator,
  too_many_comments, profile_invalid, name_taken
`
  .trim()
  .split(/,\s+/);

test('community: seeded histories reach every rule', () => {
  const histories = [1, 2, 3, 4].map((seed) => run(new Dice(seed).seeds(500)));
  expect(unseen(CORNERS, histories)).toEqual([]);
});
