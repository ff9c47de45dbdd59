import type { Options } from 'mdast-util-from-markdown';
import { math } from 'micromark-extension-math';

type Syntax = NonNullable<Options['extensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['flow']>[number]>, { tokenize: unknown }>;
type State = ReturnType<Construct['tokenize']>;

const DOLLAR = 36;

/**
 * Maths, with a guard on single dollars: whether a site has a maths plugin is not known here, and prices and shell variables
 * are far more common than formulas. `$…$` counts only when it hugs its content, no letter or digit touches it outside, and
 * the content looks like TeX; over the end of a line only when it holds a command.
 */
export function mathSyntax(): Syntax {
  const original = math() as unknown as {
    readonly flow: Syntax['flow'];
    readonly text: Readonly<Record<number, Construct>>;
  };
  const inner = original.text[DOLLAR]!;
  const guarded: Construct = {
    ...inner,
    previous(code): boolean {
      return !isWordCode(code) && (inner.previous === undefined || inner.previous.call(this, code));
    },
    tokenize(effects, ok, nok): State {
      const proceed = inner.tokenize.call(this, effects, ok, nok);
      return effects.check({ tokenize: looksLikeMath, partial: true }, proceed, nok);
    },
  };
  return { flow: original.flow, text: { [DOLLAR]: guarded } } as Syntax;
}

const looksLikeMath: Construct['tokenize'] = (effects, ok, nok) => {
  let content = '';
  let previous: number | null = null;
  return open;

  function open(code: number | null): State | undefined {
    effects.enter('data');
    effects.consume(code);
    return afterOpening;
  }

  function afterOpening(code: number | null): State | undefined {
    if (code === DOLLAR) return finish(code, ok);
    return code === null || code < 0 || code === 32 ? finish(code, nok) : inside(code);
  }

  function inside(code: number | null): State | undefined {
    if (code === null) return finish(code, nok);
    if (code === DOLLAR) {
      if (previous === null || previous < 0 || previous === 32) return finish(code, nok);
      effects.consume(code);
      return afterClosing;
    }
    if (code < -2) content += '\n';
    else content += code < 0 ? ' ' : String.fromCodePoint(code);
    previous = code;
    effects.consume(code);
    return inside;
  }

  function afterClosing(code: number | null): State | undefined {
    return finish(code, isTex(content) && !isWordCode(code) && code !== DOLLAR ? ok : nok);
  }

  function finish(code: number | null, next: State): State | undefined {
    effects.exit('data');
    return next(code);
  }
};

/** A sign or command of TeX, a call, a difference, one short name, or a row of single letters and numbers such as `(x, y)`. */
function isTex(content: string): boolean {
  if (content.includes('\n')) return /\\[a-zA-Z]/.test(content);
  return (
    /[\\^_{}=<>+*/|]|^\(?[\p{L}\d.,]{1,4}\)?$|[a-zA-Z](?: ?- ?[a-zA-Z\d]|\()/u.test(content) ||
    (content.length <= 100 && ROW.test(content))
  );
}

const ROW = /^[-−±([]{0,3}(?:\p{L}|\d[\d.]*)[!'’)\]]{0,3}(?:[,;:] ?[-−±([]{0,3}(?:\p{L}|\d[\d.]*)[!'’)\]]{0,3})*$/u;

function isWordCode(code: number | null): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(code));
}
