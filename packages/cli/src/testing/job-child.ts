/**
 * A server without HTTP, to be killed: starts a job over a folder (`start`) or goes on with one that was left behind (`resume`), says
 * each stage on standard output, and at the end the job as JSON. For `ingest-job.long.test.ts`.
 */
import { createJobs } from '@ibid/core';
import { openSqlite } from '@ibid/drivers/state/sqlite';
import { stateOver } from '@ibid/drivers/state/state';
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ingestJob } from '../ingest-job.ts';

const [deed = '', source = '', index = '', file = ''] = process.argv.slice(2);
const settings = {
  index,
  indexNamed: true,
  configFile: '',
  ownerToken: undefined,
  stateUrl: undefined,
  modelCache: '',
  secret: () => undefined,
};
const run = ingestJob(source, { settings });
let stage = '';
await using state = stateOver(await openSqlite(file));
const jobs = createJobs({
  driver: state.jobs,
  run: (job, call) =>
    run(job, {
      ...call,
      onProgress(progress) {
        if (progress.stage !== stage) writeSync(1, `${(stage = progress.stage)}\n`);
        call.onProgress(progress);
      },
    }),
  now: () => new Date(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  newId: randomUUID,
});
const job =
  deed === 'start'
    ? (await jobs.start({ fresh: false, allowShrink: false })).job
    : ((await jobs.resume()) ?? { id: '' });
writeSync(1, `${job.id}\n`);
await jobs.idle();
writeSync(1, `${JSON.stringify(await jobs.get(job.id))}\n`);
await jobs.close();
