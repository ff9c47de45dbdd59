import { WORDED } from '@ibid/core';
import type { Answer, Citation, Excerpt, Statement } from '@ibid/core/types';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { answerPrinter } from './answer-printer.ts';

const EXCERPT: Excerpt = {
  url: 'https://docs.example.org/serve',
  anchor: 'ports',
  title: 'Serve',
  heading: 'Ports',
  headings: ['Settings', 'Ports'],
};

const ANSWER: Answer = {
  outcome: 'answered',
  asked: 'x',
  statements: [],
  excerpts: [EXCERPT],
  citations: [],
  message: '',
  nearest: [],
  closest: [],
  corrected: [],
  warnings: [],
  withheld: 0,
  confidence: 1,
  answerer: 'a',
  model: undefined,
  generation: 1,
};

function quoted(kind: Statement['kind'], text: string, block: number, more: Partial<Statement> = {}): Statement {
  return { ...WORDED, kind, text, citations: [1], side: 0, language: '', excerpt: 0, block, ...more };
}

function printed(
  statements: readonly Statement[],
  {
    answer = ANSWER,
    isColored = false,
    width = 60,
    citations = [],
    seen = [],
    files = new Map(),
  }: {
    answer?: Answer;
    isColored?: boolean;
    width?: number;
    citations?: readonly Citation[];
    /** Receives what each statement adds. */
    seen?: string[];
    files?: ReadonlyMap<string, string>;
  } = {},
): string {
  let text = '';
  const write = (more: string): void => void (text += more);
  const terminal: Terminal = {
    out: write,
    outJson: (value) => write(JSON.stringify(value)),
    note: (line) => write(`${line}\n`),
    problem: write,
    color: picocolors.createColors(isColored),
    width,
    link: (one) => one,
    draw: undefined,
    json: false,
    debug: false,
  };
  const printer = answerPrinter(terminal);
  if (statements.length > 0) {
    printer.excerpt(EXCERPT);
    printer.cite({ ...EXCERPT, index: 1, quote: statements[0]!.text } as unknown as Citation);
  }
  for (const citation of citations) printer.cite(citation);
  for (const statement of statements) {
    const before = text.length;
    printer.statement(statement);
    seen.push(text.slice(before));
  }
  printer.end(answer, [], files);
  return text;
}

const SOURCE = '\n[1] Serve › Ports\n    https://docs.example.org/serve#ports\n';

describe('an excerpt in a terminal', () => {
  it('stands under the name of its section, whose number stands once', () => {
    const text = printed([
      quoted('sentence', 'One.', 1),
      quoted('sentence', 'Two.', 1),
      quoted('sentence', 'Three.', 2),
    ]);
    expect(text).toBe(`Serve › Settings › Ports [1]\n\nOne. Two.\n\nThree.\n${SOURCE}`);
  });

  it('is written statement by statement, and a table once it is complete', () => {
    const seen: string[] = [];
    const statements = [
      quoted('item', 'One.', 1, { depth: 1 }),
      quoted('sentence', 'Two words of an item.', 1),
      quoted('header', 'a | b', 2),
      quoted('row', 'c | d', 2),
      quoted('sentence', 'Three.', 3),
      quoted('sentence', 'Four.', 3),
    ];
    printed(statements, { seen, width: 16 });
    expect(seen).toEqual([
      'Serve › Settings › Ports [1]\n\n- One.',
      ' Two words\n  of an item.',
      '\n\n',
      '',
      '  a  b\n  ─  ─\n  c  d\n\nThree.',
      ' Four.',
    ]);
  });

  it('keeps a footnote number on the line of its word', () => {
    const worded = { ...quoted('sentence', 'alpha beta', 1), excerpt: undefined };
    expect(printed([worded], { width: 12 })).toMatch(/^alpha\nbeta \[1\]\n/u);
  });

  it('has nested lists, with what goes on in an item below it', () => {
    const text = printed([
      quoted('step', 'Go.', 1, { depth: 1, ordinal: 4 }),
      quoted('item', 'Here.', 2, { depth: 2 }),
      quoted('code', 'run\nit', 3, { depth: 1 }),
      quoted('step', 'Stop.', 4, { depth: 1, ordinal: 5 }),
    ]);
    expect(text).toBe(
      `Serve › Settings › Ports [1]\n\n4. Go.\n   - Here.\n\n       run\n       it\n\n5. Stop.\n${SOURCE}`,
    );
  });

  it('names the subsection in which a short section goes on, once', () => {
    const below = { url: EXCERPT.url, anchor: 'high', title: 'Serve', heading: 'High ports', index: 2, quote: '' };
    const text = printed(
      [
        quoted('sentence', 'One.', 1),
        quoted('sentence', 'Two.', 2, { citations: [2] }),
        quoted('item', 'Three.', 3, { citations: [2], depth: 1 }),
      ],
      { citations: [below as unknown as Citation] },
    );
    expect(text).toBe(
      `Serve › Settings › Ports [1]\n\nOne.\n\nHigh ports [2]\n\nTwo.\n\n- Three.\n${SOURCE}` +
        '[2] Serve › High ports\n    https://docs.example.org/serve#high\n',
    );
  });

  const TABLE = [
    quoted('label', 'Settings', 1),
    quoted('header', 'Name | Default', 2),
    quoted('row', 'port | 3210', 2),
    quoted('row', 'host | 127.0.0.1', 2),
  ];
  it('has tables in columns, and where they do not fit an entry for each row', () => {
    expect(printed(TABLE)).toContain('Settings\n  Name  Default\n  ────  ─────────\n  port  3210\n  host  127.0.0.1\n');
    expect(printed(TABLE, { width: 16 })).toContain('  host\n    Default:\n      127.0.0.1\n');
    const long = quoted('row', 'name | of the server and its port', 2);
    expect(printed([TABLE[1]!, long], { width: 20 })).toContain(
      '  name\n    Default: of\n      the server and\n      its port\n',
    );
  });

  it('begins the name of a box with a capital, and no other label', () => {
    expect(printed([quoted('label', 'note', 1), quoted('label', 'pnpm', 2)])).toMatch(/^Note\n+pnpm$/mu);
  });

  it('shows code, emphasis and what answers by itself as far as the terminal can', () => {
    const { bold, yellow } = picocolors.createColors(true);
    const marks = [{ kind: 'code' as const, start: 4, end: 8, href: '' }];
    const text = printed([quoted('sentence', 'Run (it).', 1, { marks, lit: true })], { isColored: true });
    expect(text).toContain(`${bold('Run')} ${bold(`${yellow('(it)')}.`)}`);
  });

  it('obeys nothing that stands in a page', () => {
    const marks = [{ kind: 'link' as const, start: 0, end: 9, href: 'javascript:x' }];
    expect(printed([quoted('sentence', '\u001B[31mred\u001B]8;;x\u0007', 1, { marks })])).not.toContain('\u001B');
  });
});

describe('beside an answer', () => {
  const closest = [{ ...EXCERPT, statements: [quoted('sentence', 'One.', 1)] }];

  it('passages that come close stand with their address', () => {
    const answer: Answer = { ...ANSWER, outcome: 'insufficient', message: 'These come closest.', closest };
    expect(printed([], { answer })).toBe(
      'These come closest.\n\nServe › Settings › Ports\nhttps://docs.example.org/serve#ports\n\nOne.\n',
    );
  });

  it('only the beginning of a long passage that comes close is shown', () => {
    const steps = Array.from({ length: 20 }, (_, at) => quoted('item', `Step ${at + 1}.`, at, { depth: 1 }));
    const answer: Answer = { ...ANSWER, outcome: 'insufficient', closest: [{ ...EXCERPT, statements: steps }] };
    expect(printed([], { answer })).toMatch(/- Step 8\.\n…\n$/u);
  });

  it('the file of a page stands where nothing says the address of the site', () => {
    const files = new Map([[EXCERPT.url, 'guide/serve.md']]);
    const answer: Answer = { ...ANSWER, outcome: 'insufficient', closest, nearest: [] };
    expect(printed([quoted('sentence', 'One.', 1)], { files })).toContain('[1] Serve › Ports\n    guide/serve.md\n');
    expect(printed([], { answer, files })).toContain('Serve › Settings › Ports\nguide/serve.md\n');
    const nearest: Answer = { ...ANSWER, outcome: 'insufficient', nearest: [EXCERPT] };
    expect(printed([], { answer: nearest, files })).toContain('- Serve › Ports\n  guide/serve.md\n');
  });

  it('further passages are not shown', () => {
    expect(printed([], { answer: { ...ANSWER, closest } })).toBe(printed([], { answer: ANSWER }));
  });

  it('notes another spelling once, beside the warnings that say more than the answer', () => {
    const warnings = [
      { code: 'corrected', text: 'searched "port" instead of "prot"' },
      { code: 'below_threshold', text: '5 of 5 candidates are less similar' },
      { code: 'excerpt_cut', text: 'code was cut' },
    ];
    expect(printed([], { answer: { ...ANSWER, corrected: [{ from: 'prot', to: 'port' }], warnings } })).toBe(
      'note: searched for “port” instead of “prot”. With --exact words are searched as typed.\nnote: code was cut\n',
    );
  });
});
