import { createHash } from 'node:crypto';
import type { BuiltPage } from './indexed-page.ts';

/** Names of bundles change with every edit of any page, and no word of the page stands in them. */
const BUNDLES = /<script\b[\s\S]*?<\/script>|<link\b[^>]*>/giu;

/** Changes with the words of a built page and with what is known of it, and with nothing else. */
export function pageRevision(facts: Omit<BuiltPage, 'file' | 'revision'>, html: Uint8Array): string {
  const { url, sourceFile, locale, version, module, unversioned } = facts;
  const text = Buffer.from(html).toString('latin1').replaceAll(BUNDLES, '');
  const known = JSON.stringify([url, sourceFile, locale, version, module, unversioned]);
  return createHash('sha256').update(known).update(text, 'latin1').digest('hex');
}
