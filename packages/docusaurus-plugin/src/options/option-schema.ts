import { EMBEDDER_NAMES, embedderSchema, isQdrantAddress } from 'ibid/config-schema';
import { isTraversal, parse, type Selector } from 'css-what';
import { closestMatch } from 'leven';
import { z } from 'zod';
import type { ReadOptions } from './plugin-options.ts';

const MOST_SUGGESTIONS = 5;
const LONGEST_SUGGESTION = 200;
/** Keys that a reader types need a modifier. */
const SHORTCUT =
  /^(?:(?:(?:Mod|Ctrl|Alt|Shift|Meta)\+)+(?:[^\s+]|F(?:[1-9]|1[0-2])|Arrow(?:Up|Down|Left|Right)|Enter|Space)|F(?:[1-9]|1[0-2])|[/?])$/u;

/** Pseudo-classes that all browsers support. */
const STATE =
  /^(?:active|any-link|checked|defined|disabled|empty|enabled|(?:first|last|only)-(?:child|of-type)|focus(?:-visible|-within)?|host|hover|link|root|scope|target|visited)$/u;
const WITH_ARGUMENT = /^(?:lang|dir|state|nth-(?:last-)?(?:child|of-type))$/u;

/** The article of a document, post or page; or all of a page without an article, such as a home page. */
const DEFAULT_CONTENT = '.theme-doc-markdown, article .markdown, .mdx-page article, main:not(:has(article))';

const flag = z.boolean('give `true` or `false`');

const suggestions = z
  .array(
    z
      .string('give texts')
      .trim()
      .min(1, 'give no empty text')
      .max(LONGEST_SUGGESTION, `give at most ${LONGEST_SUGGESTION} characters each`),
    'give a list of questions, or one for each locale: `{ en: ["…"] }`',
  )
  .max(MOST_SUGGESTIONS, `give at most ${MOST_SUGGESTIONS}`);

const shortcut = z
  .custom<string | false>(
    (value) => value === false || value === '' || (typeof value === 'string' && SHORTCUT.test(value)),
    'give modifiers and a key, such as `Mod+I` (modifiers: Mod, Ctrl, Alt, Shift, Meta), `F2`, `/` or `?`, or `false` for none',
  )
  .transform((keys) => keys || '');

const shape = {
  id: z.string('give a text').min(1, 'give a text').default('default'),
  api: z
    .string('give an address or a path, such as `https://ask.example.org`')
    .refine(isAddress, 'give an address such as `https://ask.example.org`, or a path such as `/ibid`')
    .default(''),
  mode: z.enum(['server', 'static'], "give `'server'` or `'static'`").optional(),
  offline: flag.default(false),
  deviceModel: flag.default(false),
  feedback: z
    .string('give an address or a path, such as `https://ask.example.org/api/feedback`')
    .refine(
      (text) => text === 'browser' || isAddress(text),
      'give an address such as `https://ask.example.org/api/feedback`, a path such as `/feedback`, or `browser`',
    )
    .optional(),
  siteKey: z
    .string('give a text of at least 8 characters')
    .regex(
      /^[\x21-\x7E]{8,}$/u,
      'give at least 8 characters without spaces, as in `server.siteKeys` of `ibid.config.ts`',
    )
    .default(''),
  index: z
    .string('give a file name')
    .min(1, 'give a file name, such as `.ibid/index.db`')
    .refine(
      (name) => !isQdrantAddress(name),
      'give a file name; `ibid copy --from .ibid/index.db --to qdrant:…` after the build puts it into Qdrant',
    )
    .default('.ibid/index.db'),
  indexOnBuild: flag.default(true),
  failBuild: flag.default(true),
  markdown: flag.default(true),
  dev: z
    .preprocess(
      (value) => (typeof value === 'boolean' ? { index: value } : value),
      z.strictObject(
        {
          index: flag.default(true),
          port: z.int('give a number from 0 to 65535').min(0).max(65_535, 'give a number from 0 to 65535').default(0),
        },
        'give `true`, `false`, or an object with `index` and `port`',
      ),
    )
    .prefault({}),
  launcher: flag.default(true),
  shortcut: shortcut.default('Mod+I'),
  searchShortcut: shortcut.default('Mod+K'),
  askSelection: flag.default(true),
  suggestions: z
    .unknown()
    .superRefine((value, context) => {
      const lists = isRecord(value) ? Object.entries(value) : [['', value] as const];
      for (const [locale, list] of lists) {
        const issue = suggestions.safeParse(list).error?.issues[0];
        if (issue === undefined) continue;
        context.addIssue({ code: 'custom', message: issue.message, path: locale === '' ? [] : [locale], input: list });
      }
    })
    .default([]),
  exclude: z
    .array(z.string('give texts').min(1, 'give no empty text'), 'give a list of paths, such as `/blog/**`')
    .optional(),
  content: z
    .string('give a CSS selector, such as `article`')
    .trim()
    .refine(isSelector, 'give a CSS selector, such as `article` or `main > .text`')
    .default(DEFAULT_CONTENT),
  embedder: z
    .unknown()
    .superRefine((value, context) => {
      const [name, path] = isRecord(value) ? [value['name'], ['name']] : [value, []];
      for (const issue of embedderSchema.safeParse(value).error?.issues ?? []) {
        const { message, path: at } = issue;
        if (issue.code === 'unrecognized_keys' && isRecord(value))
          context.addIssue({ code: issue.code, keys: issue.keys, input: value });
        else if (at.length === 0 || at[0] === 'name')
          context.addIssue({ code: 'custom', message: embedderHint(name), path });
        else context.addIssue({ code: 'custom', message, path: at });
      }
    })
    .optional(),
} satisfies Readonly<Record<keyof ReadOptions, z.ZodType>>;

export const OPTION_NAMES: readonly string[] = Object.keys(shape);

/** Each message completes "`name` is `value`; …". */
export const optionSchema: z.ZodType<ReadOptions> = z.strictObject(shape) as z.ZodType<ReadOptions>;

function isAddress(text: string): boolean {
  if (/^\/(?!\/)[^\s?#]*$/u.test(text)) return true;
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url !== null && isWeb && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

function embedderHint(name: unknown): string {
  const nearest = typeof name === 'string' ? nearestName(name, EMBEDDER_NAMES) : undefined;
  const names = EMBEDDER_NAMES.map((one) => `\`${one}\``).join(', ');
  return `${nearest === undefined ? '' : `did you mean \`${nearest}\`? `}Give ${names}, or an object with \`name\``;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * True if this CSS selector is valid in all browsers, as far as a parser can tell. Rejects text that does not parse, pseudo-classes that
 * some browsers do not support, and pseudo-elements (`::before`).
 */
function isSelector(text: string): boolean {
  try {
    const selectors = parse(text);
    return selectors.length > 0 && selectors.every((tokens) => isClosed(tokens) && tokens.every(isKnown));
  } catch {
    return false;
  }
}

/** True if the selector neither begins nor ends with a combinator. */
function isClosed(tokens: readonly Selector[]): boolean {
  return [tokens[0], tokens.at(-1)].every((token) => token !== undefined && !isTraversal(token));
}

function isKnown(token: Selector): boolean {
  if (token.type !== 'pseudo') return token.type !== 'pseudo-element';
  if (Array.isArray(token.data)) return token.data.every((tokens) => tokens.every(isKnown));
  return (token.data === null ? STATE : WITH_ARGUMENT).test(token.name);
}

/** Returns the name that was probably meant, or `undefined` if none is similar enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return closestMatch(name, names, { maxDistance: Math.max(2, Math.floor(name.length / 3)) });
}
