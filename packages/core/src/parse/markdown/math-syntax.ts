import type { Options } from 'mdast-util-from-markdown';
import { math } from 'micromark-extension-math';

type Syntax = NonNullable<Options['extensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['flow']>[number]>, { tokenize: unknown }>;
type State = ReturnType<Construct['tokenize']>;

const DOLLAR = 36;

/**
 * Maths, with a guard on single dollars: whether a site has a maths plugin is not known here, and prices and shell variables
 * are far more common than formulas. `$…$` counts only when it hugs its content, no letter or digit touches it outside, and
 * the content looks like TeX.
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
    if (code === null || code < -2) return finish(code, nok);
    if (code === DOLLAR) {
      if (previous === 32 || previous === -1 || previous === -2) return finish(code, nok);
      effects.consume(code);
      return afterClosing;
    }
    content += code < 0 ? ' ' : String.fromCodePoint(code);
    previous = code;
    effects.consume(code);
    return inside;
  }

  function afterClosing(code: number | null): State | undefined {
    const is = /[\\^_{}=<>+*/|]|^\(?[\p{L}\d.,]{1,4}\)?$|[a-zA-Z](?: ?- ?[a-zA-Z\d]|\()/u.test(content);
    return finish(code, is && !isWordCode(code) && code !== DOLLAR ? ok : nok);
  }

  function finish(code: number | null, next: State): State | undefined {
    effects.exit('data');
    return next(code);
  }
};

function isWordCode(code: number | null): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(code));
}
