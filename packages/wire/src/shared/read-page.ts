import { pathKey } from '@ibid/core';
import type { Issue } from '../dialect.ts';
import { hostOf } from './host-of.ts';
import { namesPage } from './names-page.ts';
import { oneOfNames } from './one-of-names.ts';

const SHOWN = 100;

/**
 * The page that a request names, under one of several names of the field (R4). What names no page is refused, as it would widen
 * the scope in silence; beside a selection, which a page only locates, it is ignored and the reader told so (R18). Two spellings
 * of one page are the same.
 */
export function readPage(
  names: Readonly<Record<string, string | undefined>>,
  isBesideSelection: boolean,
): { readonly page: string | undefined; readonly issues: readonly Issue[]; readonly notes: readonly string[] } {
  const given = Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const wrong = given.filter(([, value]) => !namesPage(value));
  const { value: page, issue } = oneOfNames(Object.fromEntries(given.filter(([, value]) => namesPage(value))), isSame);
  const different = issue === undefined ? [] : [issue];
  if (!isBesideSelection) return { page, issues: [...wrong.map(refusal), ...different], notes: [] };
  const notes = wrong.map(([name]) => `page_ignored: \`${name}\` is not the address of a page and was ignored`);
  return { page, issues: different, notes };
}

function isSame(one: string, other: string): boolean {
  return pathKey(one) === pathKey(other) && hostOf(one) === hostOf(other);
}

function refusal([name, value]: readonly [string, string]): Issue {
  const message = `\`${name}\` must be the address of a page, such as \`https://docs.example.org/guide\` or \`/guide\`, not \`${shown(value)}\``;
  return { path: name, message };
}

function shown(value: string): string {
  const characters = [...value];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : value;
}
