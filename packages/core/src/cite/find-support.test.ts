import { describe, expect, test } from 'vitest';
import type { StatementKind } from '../types/answer.ts';
import { tokenize } from '../text/tokenize.ts';
import { findSupport, type Support } from './find-support.ts';
import { DISTORTIONS, HOSTILE } from './testing/distortions.ts';
import { PARAPHRASES } from './testing/paraphrases.ts';
import { SUPPORT_PAGES, supportPassages, type SupportPage } from './testing/support-pages.ts';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';

function supportOf(page: SupportPage, text: string, kind: StatementKind = 'sentence'): Support | undefined {
  return findSupport({ kind, text }, supportPassages(page));
}

/** Share of the statement's search tokens that occur on the page. */
function wordShare(page: SupportPage, statement: string): number {
  const there = new Set(tokenize(SUPPORT_PAGES[page]));
  const said = tokenize(statement);
  return said.filter((token) => there.has(token)).length / said.length;
}

describe('a statement in other words (R12)', () => {
  test.each([
    ['sessions', 'If the limit is reached, the oldest session is dropped.', false],
    ['cache', 'Responses to POST requests are not cached.', true],
  ] as const)('%s: %s', (page, statement, passes) => {
    expect(supportOf(page, statement) !== undefined).toBe(passes);
  });

  test.each([
    ['Water the plants in the morning.', 'The plants should be watered in the morning.'],
    ['Sessions end after one hour unless a job runs.', 'Unless a job runs, sessions end after one hour.'],
    ['The server writes the log.', 'The log is written by the server.'],
    ['A restore keeps the table of users.', 'The users table is kept by a restore.'],
    ['The fan stops. The pump runs.', 'The fan stops and the pump runs.'],
    ['The fan stops; the pump runs.', 'The pump runs.'],
    ['- the fan\n- the pump', 'the pump.'],
  ])('"%s" carries "%s"', (page, text) => {
    expect(findSupport({ kind: 'sentence', text }, passagesOf(page))).toBeDefined();
  });

  test.each([
    ['Water the plants in the morning.', 'The plants may be watered in the morning.'],
    ['Sessions end after one hour unless a job runs.', 'Sessions end after one hour.'],
    ['Sessions end after one hour unless a job runs.', 'Sessions end after one hour if a job runs.'],
    ['The server writes the log.', 'The log writes the server.'],
    ['Copies go from the disk to the tape.', 'Copies go from the tape to the disk.'],
    ['The pump used to run.', 'The pump runs.'],
    ['The fan stops. The pump runs.', 'The pump runs and the fan stops.'],
  ])('"%s" does not carry "%s"', (page, text) => {
    expect(findSupport({ kind: 'sentence', text }, passagesOf(page))).toBeUndefined();
  });
});

describe('a statement that the page does not say is refused, though its words stand there (R12)', () => {
  test.each(DISTORTIONS)('%s: %s (%s)', (page, statement) => {
    expect(supportOf(page, statement)).toBeUndefined();
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

describe('quotes are the words that carry', () => {
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
  );
  test.each([
    'The manual stands at https://docs.example/manual and the forum at forum.docs.example.',
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
