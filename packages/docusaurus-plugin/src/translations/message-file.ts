import type { Messages } from '@ibid/widget/messages';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `docusaurus write-translations` collects what source files translate. No source file of the panel does, because its words are fetched
 * with it; so this writes one that names them all. Resolves to its folder.
 */
export async function writeMessageFile(generatedFilesDir: string, english: Messages): Promise<string> {
  const folder = join(generatedFilesDir, 'ibid-messages');
  const calls = Object.entries(messageTexts(english)).map(
    ([id, message]) => `translate(${JSON.stringify({ id, message })});`,
  );
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'messages.js'),
    `import { translate } from '@docusaurus/Translate';\n${calls.join('\n')}\n`,
  );
  return folder;
}

/** By the ids that translation files have. */
export function messageTexts(messages: Messages): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([name, text]) => (typeof text === 'string' ? [[`ibid.${name}`, text]] : [])),
  );
}
