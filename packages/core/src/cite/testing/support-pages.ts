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
} as const;

export type SupportPage = keyof typeof SUPPORT_PAGES;

const read = new Map<SupportPage, readonly Passage[]>();

/** Returns the passages of a page with the labels of a real run; parsed once. */
export function supportPassages(page: SupportPage): readonly Passage[] {
  const passages = read.get(page) ?? passagesOf(SUPPORT_PAGES[page]);
  read.set(page, passages);
  return passages;
}
