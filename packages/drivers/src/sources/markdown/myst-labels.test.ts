import { parsePage } from '@ibid/core/parse';
import { expect, it } from 'vitest';
import { read } from '../testing/source-fixtures.ts';

const OTHER = '# Markov [chains]\n\n(first_one)=\n(second)=\n\n## Ergodicity {#e}\n\nText.\n\n(eq_1)=\nText.\n';

async function bodyOf(body: string, other = OTHER): Promise<{ body: string; text: unknown; revision: string }> {
  const { pages, revisions } = await read({ 'a/b.md': body, 'c.md': other }, { siteUrl: 'https://x.org/' });
  const page = pages.get('https://x.org/a/b')!;
  return { body: page.body, text: parsePage(page).page!.blocks[0], revision: revisions.get(page.url)! };
}

it.each([
  ['{ref}`first_one`', '[Ergodicity](https://x.org/c#first-one)'],
  ['{ref}`see there <second>`', '[see there](https://x.org/c#second)'],
  ['[there](second)', '[there](https://x.org/c#second)'],
  ['{doc}`../c`, {doc}`/c.md`', '[Markov \\[chains\\]](https://x.org/c), [Markov \\[chains\\]](https://x.org/c)'],
])('references of MyST to headings of other pages are links in their words: %s', async (written, shown) => {
  expect((await bodyOf(written)).body).toBe(shown);
});

it.each([
  '{ref}`eq_1`',
  '{ref}`none`',
  '{doc}`none`',
  '[there](none)',
  '`` {ref}`second` ``',
  '```md\n{ref}`second`\n```',
])('references to what is no heading, and code, stay as they are: %s', async (written) => {
  expect((await bodyOf(written)).body).toBe(written);
});

it('a page is listed as changed when a heading that it refers to changes', async () => {
  const [one, same, other] = await Promise.all(
    [OTHER, OTHER, OTHER.replace('Ergodicity', 'Mixing')].map((text) => bodyOf('See {ref}`second`.', text)),
  );
  expect([one!.revision === same!.revision, one!.revision === other!.revision]).toEqual([true, false]);
  expect(other!.text).toMatchObject({ text: 'See Mixing.', marks: [{ kind: 'link', href: 'https://x.org/c#second' }] });
});
