import type { Payload } from '../payload/payload.ts';

/** Those that do not lead the page itself away where nothing guards it, which would hide what else is done. */
export function staying(texts: readonly Payload[]): readonly Payload[] {
  return texts.filter(
    ({ template }) =>
      !/<meta|<base|<form|<a\b|<area|location|pushState|<button|\]\(|open\(|<ibid-ask|ibid-open/iu.test(template),
  );
}
