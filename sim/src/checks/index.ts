/** A few checks until all are there: all followers agree, and so do all ways to the rows. */
import { assertInvariants, hashState } from '@bellwether/engine';
import { Violation, type Watch, type World } from '../world.ts';

export function createChecks(_world: World): readonly Watch[] {
  return [
    {
      end({ followers, store, rebuild }) {
        const [first] = followers;
        for (const { name, state } of followers) {
          assertInvariants(state);
          if (first !== undefined && hashState(state) !== hashState(first.state)) {
            throw new Violation('followers agree', `${name} is not as ${first.name}`);
          }
        }
        const again = rebuild('all');
        const rows = store.rows();
        for (const [table, lines] of again.rows()) {
          if (JSON.stringify(lines) !== JSON.stringify(rows.get(table))) {
            again.close();
            throw new Violation('rows agree', `table ${table} is not as when it is rebuilt`);
          }
        }
        again.close();
      },
    },
  ];
}
