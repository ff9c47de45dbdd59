import type { Messages } from '@ibid/widget/messages';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestName } from '../options/option-schema.ts';

const PREFIX = 'ibid.';

/**
 * Writes a source file that names all messages of the panel, for `docusaurus write-translations`, which finds messages only in source
 * files. The panel's own source does not name them, because its messages are loaded at run time. Resolves to the folder of the file.
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

/** Messages by their ids in translation files. */
export function messageTexts(messages: Messages): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([name, text]) => (typeof text === 'string' ? [[`ibid.${name}`, text]] : [])),
  );
}

/**
 * Extracts the owner's messages from `i18n/<locale>/code.json`; `ibid.title` is the message `title`. Removes them from `translations`,
 * which Docusaurus ships with every page; they are shipped with the panel instead. Messages equal to the defaults are left out. `problems`
 * has one sentence for each translation that matches no message.
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
      const nearest = nearestName(name, names);
      const hint = nearest === undefined ? '' : `; did you mean \`${PREFIX}${nearest}\`?`;
      problems.push(`\`${id}\` in \`code.json\` is no message${hint}`);
    } else if (text !== '' && text !== Reflect.get(defaults, name)) {
      messages[name] = text;
    }
  }
  return { messages, problems };
}
