import type { z } from 'zod';
import { LIMITS } from './limits.ts';
import { optionalText } from './optional-text.ts';

const SHOWN = 100;
const SCHEME = /^[a-z][a-z0-9+.-]*:/iu;
/** A host with a port looks like a scheme. */
const HOST_WITH_PORT = /^[\w.-]+:\d+(?:[/?#]|$)/u;

/** The address of a page, whole or from its path on; what names no page is refused, as it would widen the scope in silence (R4). */
export function pageAddress(): z.ZodType<string | undefined, string | null | undefined> {
  return optionalText(LIMITS.url).superRefine((value, context) => {
    if (value === undefined || namesPage(value)) return;
    const message = `must be the address of a page, such as \`https://docs.example.org/guide\` or \`/guide\`, not \`${shown(value)}\``;
    context.addIssue({ code: 'custom', message });
  });
}

function namesPage(value: string): boolean {
  if (/^https?:/iu.test(value)) return /^https?:\/\//iu.test(value) && URL.canParse(value);
  if (SCHEME.test(value) && !HOST_WITH_PORT.test(value)) return false;
  if (value.startsWith('//')) return URL.canParse(`https:${value}`);
  return value.startsWith('/') || /^[^?#\s]+(?:[?#]|$)/u.test(value);
}

function shown(value: string): string {
  const characters = [...value];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : value;
}
