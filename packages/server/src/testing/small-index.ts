import type { Embedder, Engine } from '@ibid/core/types';
import { engineOver } from '../../../wire/src/testing/small-engine.ts';

export const INSTALL = `# Install

Parrot runs on Linux, macOS and Windows.

## From npm {#from-npm}

Run the installer once. It needs Node 24 or newer, and about 80 MB of disk.

\`\`\`bash
npm install parrot
npx parrot serve --port 4000
\`\`\`

## From source

1. Clone the repository.
2. Run the build script.
3. Start the server.
`;

export const SETTINGS = `# Settings

The server listens on port 4000 unless the \`PARROT_PORT\` variable names another one.

| Setting | Default | Meaning |
| --- | --- | --- |
| retries | 3 | How often a failed call is made again |
| timeout | 30 s | How long one call may take |

## Logging

Logs are written as JSON to standard error.

- One line for each request.
- Passwords are never written.
`;

const HOSTILE = `# Hostile <img src=x onerror=alert(1)> page

The word xylophone appears here: \`<script>alert("xss")</script>\` and \`"><svg onload=alert(2)>\` are shown as they are.
`;

/** A real engine over a few in-memory pages, by path. `embed` replaces the function that embeds questions. */
export function smallEngine(
  pages: Readonly<Record<string, string>> = {
    '/guide/install': INSTALL,
    '/guide/settings': SETTINGS,
    '/hostile': HOSTILE,
  },
  embed?: Embedder['embed'],
): Promise<Engine> {
  return engineOver(pages, embed);
}
