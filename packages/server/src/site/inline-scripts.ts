import { createHash } from 'node:crypto';

/** One attribute, with the white space before it. */
const ATTRIBUTE =
  /[\s/]+(?<name>[^\s/<>=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>][^\s>]*)))?/gu;
/**
 * A comment, or an element whose content the parser treats as text. A script inside the other elements never runs. An unclosed part extends
 * to the end.
 */
const TEXT_PARTS = new RegExp(
  `<!--[\\s\\S]*?(?:-->|$)|<(?<tag>script|style|textarea|title|xmp|iframe|noembed|noframes)(?<attributes>(?:${ATTRIBUTE.source.replaceAll(/\?<\w+>/gu, '?:')})*)[\\s/]*>(?<content>[\\s\\S]*?)(?:</\\k<tag>(?=[\\s/>])|$)`,
  'giu',
);
const RUNS = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/iu;

/** Returns the inline scripts of a page as sources for a content security policy: `'sha256-…'`, without duplicates, in order. */
export function inlineScripts(html: string): readonly string[] {
  // Browsers normalise line ends this way before hashing.
  const text = html.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n');
  const hashes = [...text.matchAll(TEXT_PARTS)].flatMap(({ groups = {} }) => {
    const { tag = '', attributes = '', content = '' } = groups;
    return tag.toLowerCase() === 'script' && runs(attributes) ? [`'sha256-${digest(content)}'`] : [];
  });
  return [...new Set(hashes)];
}

/** Replaces comments, scripts and similar parts by blanks, because they may contain text that looks like tags. */
export function withoutTextParts(html: string): string {
  return html.replace(TEXT_PARTS, (part) => ' '.repeat(part.length));
}

function runs(attributes: string): boolean {
  let type = '';
  for (const { groups = {} } of attributes.matchAll(ATTRIBUTE)) {
    const name = groups['name']?.toLowerCase();
    if (name === 'src') return false;
    if (name === 'type') type = groups['double'] ?? groups['single'] ?? groups['bare'] ?? '';
  }
  return RUNS.test(type.trim());
}

function digest(content: string): string {
  return createHash('sha256').update(content.replaceAll('\0', '\uFFFD')).digest('base64');
}
