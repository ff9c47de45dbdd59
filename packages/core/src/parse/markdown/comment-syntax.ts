import type { Options } from 'mdast-util-from-markdown';

type Syntax = NonNullable<Options['extensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['flow']>[number]>, { tokenize: unknown }>;
type State = ReturnType<Construct['tokenize']>;

const CLOSING = '-->';
const OPENING = '<!--';

/**
 * HTML comments in MDX, where they are no syntax of their own: Docusaurus accepts and drops them, and so does this. The
 * tokens have no handler, so nothing of a comment reaches the tree.
 */
export function commentSyntax(): Syntax {
  return { flow: { 60: comment(true) }, text: { 60: comment(false) } };
}

function comment(flow: boolean): Construct {
  return {
    name: 'comment',
    concrete: true,
    tokenize(effects, ok, nok): State {
      let matched = 0;
      return start;

      function start(code: number | null): State | undefined {
        effects.enter('comment' as 'data');
        return open(code);
      }

      function open(code: number | null): State | undefined {
        if (code !== OPENING.charCodeAt(matched)) return nok(code);
        effects.consume(code);
        matched += 1;
        if (matched < OPENING.length) return open;
        matched = 0;
        return inside;
      }

      function inside(code: number | null): State | undefined {
        if (code === null) return nok(code);
        if (code < -2) {
          effects.exit('comment' as 'data');
          return lineEnding(code);
        }
        matched = nextMatch(matched, code);
        effects.consume(code);
        if (matched < CLOSING.length) return inside;
        effects.exit('comment' as 'data');
        return flow ? after : ok;
      }

      function lineEnding(code: number): State | undefined {
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        matched = 0;
        return nextLine;
      }

      /** Tokens may not be empty, so none is opened on a blank line. */
      function nextLine(code: number | null): State | undefined {
        if (code === null) return nok(code);
        if (code < -2) return lineEnding(code);
        effects.enter('comment' as 'data');
        return inside(code);
      }

      /** In flow only white space may follow; else the line is a paragraph that starts with a comment. */
      function after(code: number | null): State | undefined {
        if (code === null || code < -2) return ok(code);
        if (code !== -2 && code !== -1 && code !== 32) return nok(code);
        effects.enter('whitespace');
        return space(code);
      }

      function space(code: number | null): State | undefined {
        if (code === -2 || code === -1 || code === 32) {
          effects.consume(code);
          return space;
        }
        effects.exit('whitespace');
        return code === null || code < -2 ? ok(code) : nok(code);
      }
    },
  };
}

/** How much of `-->` the text read so far ends with, one character on. */
function nextMatch(matched: number, code: number): number {
  if (code === 45) return matched === 0 ? 1 : 2;
  return code === 62 && matched === 2 ? 3 : 0;
}
