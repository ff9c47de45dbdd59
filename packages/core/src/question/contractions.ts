/** Contractions, keyed by their spelling without the apostrophe. Only those whose key is not another word. */
const CONTRACTIONS: ReadonlyMap<string, string> = new Map(
  `isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't won't couldn't shouldn't wouldn't mustn't i'm i've you're
you've you'll they're they've they'll we've there's that's what's how's where's who's when's why's it'll he's she's`
    .split(/\s/u)
    .map((contraction) => [contraction.replace("'", ''), contraction]),
);

/** Adds missing apostrophes to contractions; quoted words stay as they are. */
export function withApostrophes(text: string, isQuoted: (start: number, end: number) => boolean): string {
  return text.replace(WORD, (word, start: number) => {
    const contraction = CONTRACTIONS.get(word.toLowerCase());
    if (contraction === undefined || isQuoted(start, start + word.length)) return word;
    const at = contraction.indexOf("'");
    return `${word.slice(0, at)}'${word.slice(at)}`;
  });
}

const WORD = /(?<![\p{L}\p{N}_.@/#$:'’-])\p{L}{2,9}(?![\p{L}\p{N}_@/#$'’(=-]|[.:]\S)/gu;
