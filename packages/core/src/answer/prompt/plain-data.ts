import { dropInvisible } from '../../parse/visible-text.ts';

/** Characters that show nothing and can spell out words for a model alone; white space stays. */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u206a-\u206f\u3164\uffa0\ufff9-\ufffb\u{e0080}-\u{e0fff}]/gu;
const JOINERS = /[\u200c\u200d]{2,}/gu;
const SELECTORS = /[\ufe00-\ufe0f]{2,}/gu;

/**
 * `text` as data for a model: lines end with `\n`, and what no reader sees is dropped. Of a run of joiners or of variation selectors,
 * which scripts and emoji need one by one, the first stays.
 */
export function plainData(text: string): string {
  return dropInvisible(text.replaceAll(/\r\n?/gu, '\n'))
    .replaceAll(UNSEEN, '')
    .replaceAll(JOINERS, (run) => run[0]!)
    .replaceAll(SELECTORS, (run) => run[0]!);
}
