import type { Messages } from '@ibid/widget/messages';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestName } from '../options/option-schema.ts';

const PREFIX = 'ibid.';

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

/**
 * The owner's own words, from `i18n/<locale>/code.json`: `ibid.title` is the message `title`. They are taken out of `translations`, which
 * Docusaurus puts into what every page loads; these come with the panel. What equals the panel's own words is left
 * out; each translation that stands for no message is a problem, told in one sentence.
 */
export function takeMessages(
  translations: Record<string, string>,
  defaults: Messages,
): { readonly messages: Partial<Messages>; readonly problems: readonly string[] } {
  const messages: Record<string, string> = {};
  const problems: string[] = [];
  const names = Object.keys(defaults).filter((name) => typeof Reflect.get(defaults, name) === 'string');
  for (const [id, text] of Object.entries(translations)) {
    if (!id.startsWith(PREFIX)) continue;
    delete translations[id];
    const name = id.slice(PREFIX.length);
    if (!names.includes(name)) {
      const meant = nearestName(name, names);
      problems.push(
        `\`${id}\` in \`code.json\` is no message${meant === undefined ? '' : `; did you mean \`${PREFIX}${meant}\`?`}`,
      );
    } else if (text !== '' && text !== Reflect.get(defaults, name)) {
      messages[name] = text;
    }
  }
  return { messages, problems };
}
