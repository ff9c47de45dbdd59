import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { numberIn, optionalText, textField, toJsonSchema } from './fields.ts';
import { describeIssues, oneOfNames, readPage, readScope, readSelection, unknownFields } from './read-request.ts';

function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = z.object({ field: schema }).safeParse({ field: value });
  return parsed.success ? parsed.data.field : describeIssues(parsed.error).map(({ message }) => message);
}

describe('texts', () => {
  it.each([[null], [undefined], [''], [' \t\n'], ['\0'], ['\u200B\u2060']])('%j counts as absent (R3)', (value) => {
    expect(read(optionalText(5), value)).toBeUndefined();
  });

  it('are trimmed, made well-formed, and counted in characters', () => {
    expect(read(optionalText(5), ' a\uD800 ')).toBe('a\uFFFD');
    expect(read(textField(5), '🦜🦜🦜🦜🦜')).toBe('🦜🦜🦜🦜🦜');
    expect(read(textField(5), '🦜🦜🦜🦜🦜🦜')).toEqual(['`field` must have at most 5 characters']);
    expect(read(optionalText(5), 7)).toEqual(['`field` must be a string']);
  });
});

describe('numbers (R2)', () => {
  it.each([
    [5, 5],
    [1, 1],
    [10, 10],
    [null, undefined],
    [undefined, undefined],
    ['', undefined],
    [' \n', undefined],
    [0, ['`field` must be a whole number from 1 to 10, not 0']],
    [11, ['`field` must be a whole number from 1 to 10, not 11']],
    [5.5, ['`field` must be a whole number from 1 to 10, not 5.5']],
    [Infinity, ['`field` must be a whole number from 1 to 10, not Infinity']],
    ['5', ['`field` must be a whole number from 1 to 10, not a value of type string']],
    [[5], ['`field` must be a whole number from 1 to 10, not a list']],
    [true, ['`field` must be a whole number from 1 to 10, not a value of type boolean']],
  ])('whole from 1 to 10: %j', (value, expected) => {
    expect(read(numberIn(1, 10, 'whole'), value)).toEqual(expected);
  });

  it('accept any number in the range, its ends included', () => {
    expect([0, 0.5, 1].map((value) => read(numberIn(0, 1), value))).toEqual([0, 0.5, 1]);
    expect(read(numberIn(0, 1), 1.001)).toEqual(['`field` must be a number from 0 to 1, not 1.001']);
  });

  it('have their default if absent, null or blank (R3), and the description has it', () => {
    const values = [undefined, null, '', '\u200B', 7];
    expect(values.map((value) => read(numberIn(1, 10, 'whole', 5), value))).toEqual([5, 5, 5, 5, 7]);
    const { anyOf, ...described } = toJsonSchema(numberIn(1, 10, 'whole', 5), 'input');
    expect(described).toEqual({ default: 5 });
    expect(anyOf).toEqual([{ type: 'integer', minimum: 1, maximum: 10 }, { type: 'null' }]);
    expect(z.toJSONSchema(z.object({ field: numberIn(1, 10) }), { io: 'input' })).not.toHaveProperty('required');
  });
});

describe('addresses of pages (R4)', () => {
  it.each([
    'https://docs.example.org/guide?x#y',
    'HTTP://LOCALHOST:3000/guide',
    '//docs.example.org/guide',
    'localhost:3000/guide',
    'docs.example.org:80',
    '/guide/my page',
    '/',
    'guide/install.html#steps',
    'docs.example.org/guide',
  ])('%j names a page', (value) => {
    expect(readPage({ field: value }, false)).toEqual({ page: value, issues: [], notes: [] });
  });

  it.each([
    'https://',
    'https:guide',
    'http://[::',
    '//',
    '#steps',
    '?page=2',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'mailto:a@example.org',
    'Chapter 1: Nodes',
    'the page about nodes',
  ])('%j is no page: it is refused as a scope and ignored with a note beside a selection (R18)', (value) => {
    const message = `\`field\` must be the address of a page, such as \`https://docs.example.org/guide\` or \`/guide\`, not \`${value}\``;
    expect(readPage({ field: value }, false)).toMatchObject({ issues: [{ path: 'field', message }], notes: [] });
    expect(readPage({ field: value }, true)).toEqual({
      page: undefined,
      issues: [],
      notes: [{ code: 'page_ignored', text: '`field` is not the address of a page and was ignored' }],
    });
  });

  it('are repeated in issues only up to a limit', () => {
    const [issue] = readPage({ field: `#${'x'.repeat(1500)}` }, false).issues;
    expect(issue!.message.length).toBeLessThan(250);
  });

  it.each([
    ['https://docs.example.org/guide', 'https://DOCS.example.org:443/guide/?a#b'],
    ['https://docs.example.org/guide', '//docs.example.org/guide.html'],
    ['http://localhost:3000/guide', 'localhost:3000/guide/index.html'],
    ['/guide', 'guide/#top'],
    ['https://docs.example.org/guide', '/guide/'],
  ])('%s and %s are two spellings of one page', (page, other) => {
    expect(readPage({ a: page, b: other }, false)).toEqual({ page, issues: [], notes: [] });
    expect(readPage({ a: other, b: page }, false).issues).toEqual([]);
  });

  it.each([
    ['/guide', '/guides'],
    ['/guide', 'https://docs.example.org/guides'],
    ['https://docs.example.org/guide', 'https://docs.example.com/guide'],
    ['http://localhost:3000/guide', 'http://localhost:3001/guide'],
  ])('%s and %s are two pages, also beside a selection', (page, other) => {
    const message = '`a` and `b` are two names of one field and differ; send one of them';
    for (const isBesideSelection of [false, true]) {
      expect(readPage({ a: page, b: other }, isBesideSelection).issues).toEqual([{ path: 'b', message }]);
    }
  });

  it('a bare path is a page of the host that the other name has', () => {
    const page = 'https://docs.example.org/guide';
    expect(readPage({ a: '/guide', b: page }, false).page).toBe(page);
  });

  it('beside a selection, only the name with a page counts', () => {
    expect(readPage({ a: '#top', b: '/guide' }, true)).toEqual({
      page: '/guide',
      issues: [],
      notes: [{ code: 'page_ignored', text: '`a` is not the address of a page and was ignored' }],
    });
    expect(readPage({ a: undefined, b: undefined }, true)).toEqual({ page: undefined, issues: [], notes: [] });
  });

  it('become paths, and hosts if they have one', () => {
    expect(readScope({ page: 'https://docs.example.org/guide/?a#b', section: 'Getting Started!' })).toEqual({
      paths: ['/guide'],
      hosts: ['docs.example.org'],
      sections: [readScope({ section: '#getting-started' })!.sections![0]],
    });
    expect(readScope({ page: '/guide/' })).toEqual({ paths: ['/guide'] });
    expect(readScope({ page: 'localhost:3000/guide' })).toEqual({ paths: ['/guide'], hosts: ['localhost:3000'] });
    expect(readScope({ page: '//Docs.Example.org:8080/guide' })).toEqual({
      paths: ['/guide'],
      hosts: ['docs.example.org:8080'],
    });
    expect(readScope({ locale: 'en', version: '2' })).toEqual({ locale: 'en', version: '2' });
    expect(readScope({})).toBeUndefined();
  });
});

describe('names of one field', () => {
  it('have the given value, and refuse two different ones', () => {
    expect(oneOfNames<string>({ a: undefined, b: undefined })).toEqual({ value: undefined, issues: [] });
    expect(oneOfNames<string>({ a: undefined, b: 'x' })).toEqual({ value: 'x', issues: [] });
    expect(oneOfNames<number>({ a: 0, b: 0 })).toEqual({ value: 0, issues: [] });
    expect(oneOfNames<string>({ a: 'x', b: 'x', c: 'y' })).toEqual({
      value: undefined,
      issues: [{ path: 'c', message: '`a` and `c` are two names of one field and differ; send one of them' }],
    });
  });
});

describe('unknown fields (R3)', () => {
  it('are named in plain characters, up to a limit', () => {
    expect(unknownFields({ query: 'x', 'a`b\n': 1 }, { query: true })).toEqual([
      { code: 'unknown_field', text: '`a?b?` is not a field of this request and was ignored' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${'x'.repeat(500)}${index}`, 1]));
    expect(unknownFields(many, {}).join('').length).toBeLessThan(1500);
    expect(unknownFields(undefined, {})).toEqual([]);
  });

  it('are ten by name, then a count', () => {
    const [ten, eleven, fifteen] = [10, 11, 15].map((count) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])),
    );
    expect(unknownFields(ten, {})).toHaveLength(10);
    expect(unknownFields(eleven, {})).toHaveLength(11);
    expect(unknownFields(eleven, {}).at(-1)).toEqual({
      code: 'unknown_field',
      text: '1 more field is not part of this request and was ignored',
    });
    expect(unknownFields(fifteen, {}).at(-1)).toEqual({
      code: 'unknown_field',
      text: '5 more are not part of this request and were ignored',
    });
  });

  it('are refused by name in a strict vocabulary, up to a limit', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${'x'.repeat(500)}${index}`, 1]));
    const parsed = z.strictObject({}).safeParse(many);
    expect(describeIssues(parsed.error!)).toHaveLength(20);
    expect(JSON.stringify(describeIssues(parsed.error!)).length).toBeLessThan(5000);
  });
});

describe('selections (R5)', () => {
  it('are cut to 2,000 characters with a note', () => {
    const whole = '🦜'.repeat(2000);
    expect(readSelection({ text: whole })).toEqual({ selection: { text: whole }, notes: [] });
    const cut = readSelection({ text: `${'x'.repeat(1999)} yz`, url: '/a', section: 'B' });
    expect(cut.selection).toEqual({ text: 'x'.repeat(1999), url: '/a', section: 'B' });
    expect(cut.notes).toEqual([
      { code: 'selection_cut', text: 'only the first 2000 characters of the selection were used' },
    ]);
  });

  it('without text are absent', () => {
    expect(readSelection({ text: undefined, url: '/a' })).toEqual({ selection: undefined, notes: [] });
  });
});
