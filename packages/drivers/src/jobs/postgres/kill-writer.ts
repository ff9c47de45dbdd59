/**
 * Takes one job after the other through its states and says on standard output what was acknowledged, until it is killed. Arguments:
 * URL, schema, and the number to begin with. For `kill.long.test.ts`.
 */
import { writeSync } from 'node:fs';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { postgresJobs } from '../postgres.ts';
import { killStep, KILL_STEPS } from '../sqlite/kill-steps.ts';

const [, , url = '', schema = '', first] = process.argv;
const driver = postgresJobs({ postgres: openPostgres({ url, schema, applicationName: schema }) });
await driver.open();
for (let number = Number(first); ; number++) {
  const added = await driver.add(killStep(number, 0));
  if (added.kind === 'in-way') throw new Error(`${added.job.id} is in the way`);
  writeSync(1, `${number} 0\n`);
  for (let step = 1; step < KILL_STEPS; step++) {
    await added.hold.put(killStep(number, step));
    // Written at once, so that no acknowledgement is lost in a buffer.
    writeSync(1, `${number} ${step}\n`);
  }
}
