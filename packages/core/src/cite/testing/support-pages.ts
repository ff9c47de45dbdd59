import { passagesOf } from '../../excerpt/excerpt-fixture.ts';
import type { Passage } from '../../types/answer.ts';

/** Typical pages of documentation, one subject each. */
export const SUPPORT_PAGES = {
  sessions: `# Sessions

## Keeping sessions
The server keeps up to 1,000 sessions in memory and does not write them to disk. A session that was not used for 30 minutes is closed. Set \`maxSessions\` in \`server.config.json\` to change the number of sessions; \`0\` turns sessions off.

When the limit is reached, the oldest session is dropped before a new one is opened. Clients whose session was dropped receive status 440 and must log in again.

## Storing sessions elsewhere
Sessions may be stored in Redis instead. Redis stores the sessions and PostgreSQL stores the audit log. Both must run version 7 or later. The connection string is read from \`SESSION_STORE_URL\` at start; it is never logged.`,
  cli: `# Command line

## Building
Run \`acme build\` to compile the site into the \`dist\` folder. Pass \`--no-cache\` to ignore the build cache, and \`--watch\` to build again whenever a source file changes. A full build takes about 40 seconds on a laptop; an incremental build takes less than 2 seconds.

\`\`\`bash
npm install --save-dev acme-cli
npx acme build --watch
\`\`\`

## Publishing
1. Create an access token on the account page.
2. Store the token in the environment variable \`ACME_TOKEN\`.
3. Run \`acme publish --dry-run\` to see which files would be uploaded.
4. Run \`acme publish\` without the flag to upload them.

Never commit the token to the repository. Publishing is only possible from the main branch, unless \`--force\` is given. Files larger than 25 MB are skipped with a warning.`,
  hooks: `# State in components

## useCounter
\`useCounter\` returns the current count and a function that changes it. The component renders again after every change, but not when the new value equals the old one. Unlike \`useState\`, \`useCounter\` accepts only numbers.

The initial value is read on the first render and ignored afterwards. If computing it is expensive, pass a function; it is called once.

## Rules
Call hooks at the top level of a component. Do not call them inside loops, conditions or nested functions. Hooks depend on the order in which they are called, so the order must be the same on every render.`,
  robot: `# The arm

The manipulator arm has six joints and weighs 18 kg. Each joint carries a torque sensor that reports at 500 Hz. The controller stops all joints within 50 milliseconds when the emergency button is pressed.

## Limits

| joint | range | top speed |
| --- | --- | --- |
| shoulder | 170 degrees | 90 deg/s |
| elbow | 140 degrees | 120 deg/s |
| wrist | 350 degrees | 180 deg/s |

The gripper closes with a force of 40 newtons. It opens faster than it closes.

## Topics and services
A topic is a stream of messages that any number of nodes can read. A service is a request that exactly one node answers. Use a topic for sensor data, and a service when the caller needs a reply. Messages on a topic are lost when no node listens.`,
  cache: `# Caching

Responses are cached for 10 minutes by default. The maximum is 24 hours, and the minimum is 5 seconds. Caching is enabled in production and disabled in development.

A request with the header \`Cache-Control: no-store\` always bypasses the cache. Responses to POST requests are not cached. Private responses are cached separately for each user, so no user sees the response of another.

The cache is cleared automatically when a new version is deployed. To clear it by hand, call \`cache.clear()\` or send \`DELETE /admin/cache\`. Clearing the cache does not restart the server.`,
  auth: `# Authentication

## API keys
Every request must carry an API key in the \`X-Api-Key\` header. Keys are created by administrators and can be revoked at any time. A revoked key stops working within one minute. Read-only keys cannot create, change or delete resources.

## Rate limits
The free plan allows 60 requests per minute and the business plan allows 600. When the limit is exceeded, the API answers with status 429 and a \`Retry-After\` header that says how many seconds to wait. Retries with exponential backoff are recommended but not required.

## OAuth
OAuth tokens expire after one hour. A refresh token is valid for 90 days and can be used only once. Each refresh returns a new refresh token.`,
  cluster: `# Scheduling

The scheduler assigns each pod to a node. It first removes nodes that do not have enough memory or CPU, then it ranks the remaining nodes and picks the best one. If several nodes have the same rank, one of them is chosen at random.

A pod that fits on no node stays pending until resources become available. Pods with a higher priority may evict pods with a lower priority. DaemonSet pods are not evicted.

The kubelet on the chosen node pulls the images and starts the containers. It restarts a container that fails its liveness probe, whereas a failed readiness probe only removes the pod from the service. Probes run every 10 seconds unless \`periodSeconds\` says otherwise.`,
  database: `# Migrations

A migration changes the schema of the database. Migrations run in the order of their file names and each runs exactly once. The table \`schema_migrations\` records which ones have run.

Take a backup before you run migrations in production. A migration that fails is rolled back, and later ones are not started. MySQL commits schema changes immediately, so a failed migration cannot be rolled back there.

Renaming a column is safe only after all instances run the new version. Add the new column first, copy the data, and drop the old column last. Large tables are migrated in batches of 5,000 rows.`,
  i18n: `# Translations

Texts are looked up first in the language of the reader and then in the fallback language, which is English unless you change it. A text that is missing in both is shown as its key. Missing texts are logged once in development and never in production.

Language files are JSON or YAML. Keys are case-sensitive and may be nested up to four levels. Plural forms follow the CLDR rules: English has two, Polish has four and Japanese has one.

Dates are formatted in the time zone of the reader. Numbers use the separators of the language, so 1234.5 is written 1.234,5 in German.`,
  update: `# Updating to version 5

Version 5 requires Node.js 20.11 or newer and drops support for Windows 8. The configuration file was renamed from \`acme.yml\` to \`acme.config.ts\`. Plugins written for version 4 keep working, except those that use the removed \`onRender\` hook.

The new compiler is on average three times faster than the old one and uses less memory. It is experimental on Windows. To go back, set \`compiler: 'classic'\`; the classic compiler will be removed in version 6.

Do not update directly from version 3. Update to version 4 first, because the format of the index changed there.`,
  backup: `# Backups

Backups are taken every night at 02:00 UTC and kept for 14 days. Weekly backups are kept for 12 weeks. Backups are encrypted with AES-256 and stored in a second region. Only members of the group \`operators\` may restore a backup.

## Restoring
To restore, run \`dbctl restore --from <id> --target <name>\`. The target database must be empty; otherwise the command stops with exit code 3. Restoring 100 GB takes roughly 20 minutes. During a restore the database is read-only.

Point-in-time recovery is available on the Pro plan and lets you go back to any second of the last 7 days. It is not available for databases smaller than 1 GB.`,

  queue: `# Work queues

## Delivery
Messages are delivered at least once. A consumer must acknowledge each message within 30 seconds, or the message becomes visible again and another consumer may receive it. After five failed attempts the message is moved to the dead-letter queue.

Ordering is guaranteed only within a partition. Messages with the same key go to the same partition. Increase \`numPartitions\` to process more messages in parallel, but note that the number of partitions can never be reduced.

## Limits
| setting | default | maximum |
| --- | --- | --- |
| message size | 64 KB | 1 MB |
| retention | 3 days | 30 days |
| consumers | 10 | 500 |`,

  ui: `# Forms

A form is valid when all of its fields are valid. Call \`validate()\` to check a single field and \`validateAll()\` to check the whole form. Both return a promise. Validation runs on blur by default; set \`mode="onChange"\` to run it on every keystroke.

Controlled inputs keep their value in the state of the component, whereas uncontrolled inputs keep it in the DOM. We recommend uncontrolled inputs for large forms because they render less often.

Errors are shown below the field. They disappear as soon as the value becomes valid. To reset the form, call \`reset()\`; it restores the initial values and clears all errors, but it does not remove the focus.`,
} as const;

export type SupportPage = keyof typeof SUPPORT_PAGES;

const read = new Map<SupportPage, readonly Passage[]>();

/** Returns the passages of a page with the labels of a real run; parsed once. */
export function supportPassages(page: SupportPage): readonly Passage[] {
  const passages = read.get(page) ?? passagesOf(SUPPORT_PAGES[page]);
  read.set(page, passages);
  return passages;
}
