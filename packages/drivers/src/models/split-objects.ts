import { isJson } from './is-json.ts';

/**
 * The JSON objects that stand behind each other in a text, as some services write the arguments of several tool calls; empty ones are left
 * out beside others. The text itself where it is one value, or cannot be parted without a rest.
 */
export function splitObjects(text: string): readonly string[] {
  if (text.trim() === '') return ['{}'];
  if (isJson(text)) return [text];
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at++;
      else if (character === '"') isQuoted = false;
      continue;
    }
    if (character === '"') isQuoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) {
      parts.push(text.slice(from, at + 1).trim());
      from = at + 1;
    }
  }
  if (text.slice(from).trim() !== '' || !parts.every(isJson)) return [text];
  const filled = parts.filter((part) => !/^\{\s*\}$/u.test(part));
  return filled.length > 0 ? filled : parts.slice(0, 1);
}
