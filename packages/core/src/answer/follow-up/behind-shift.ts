const SHIFT = [
  '(?:(?:ok|okay|so|and|well|now|please|actually),? )*(?:forget|never ?mind|ignore|drop) (?:about )?(?:that|it|this)',
  '(?:(?:ok|okay|so|and|well|now),? )*(?:for |on |to )?something (?:else|different|new)(?: now)?',
  '(?:(?:ok|okay|so|and|well|now),? )*(?:(?:i have |just )?an?(?:other| different| new| unrelated)|on a different|new|next|different|unrelated) (?:topic|subject|question)(?: now)?(?:,? please)?',
  "(?:let[’']?s )?(?:change|changing|switch|switching)(?: of)?(?: the)? (?:topics?|subjects?)",
  '(?:(?:ok|okay|so|now),? )*moving on',
].join('|');
const LEADING = new RegExp(`^(?:${SHIFT})(?:\\s*[,.!;:–—-]+\\s*|\\s*$)`, 'iu');

/** What is asked behind "Now something else:", where what was spoken of ends; `undefined` when a reader says no such thing. */
export function behindShift(text: string): string | undefined {
  const said = text.trim();
  const shift = LEADING.exec(said)?.[0];
  return shift === undefined ? undefined : said.slice(shift.length);
}
