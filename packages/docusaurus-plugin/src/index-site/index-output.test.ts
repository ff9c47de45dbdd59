import type { IngestReport } from '@ibid/core/ingest';
import { expect, test, vi } from 'vitest';
import { reportLines, say, showProgress } from './index-output.ts';

const report: IngestReport = {
  status: 'complete',
  dryRun: false,
  unchanged: false,
  pages: { found: 5, added: 1, changed: 2, removed: 3, unchanged: 1, skipped: 1, failed: 0 },
  changes: { added: [], changed: [], removed: [] },
  failed: [],
  chunks: 40,
  embedded: { calls: 0, texts: 0 },
  embedder: 'builtin/x',
  toEmbed: 0,
  refitted: false,
  generation: 1,
  diagnostics: [],
  timings: { list: 0, pages: 0, fit: 0, embed: 0, publish: 0 },
};

test('a run is told in one line', () => {
  expect(reportLines(report, '.ibid/index.db', 3210)).toEqual([
    'Indexed 4 pages, 40 passages into .ibid/index.db in 3.2 s (added 1, changed 2, removed 3)',
  ]);
  expect(reportLines({ ...report, unchanged: true }, 'i.db', 300)).toEqual([
    'Nothing has changed: 4 pages, 40 passages in i.db (0.3 s)',
  ]);
  const pages = { ...report.pages, added: 1, changed: 0, removed: 0, unchanged: 0 };
  expect(reportLines({ ...report, pages, chunks: 1 }, 'i.db', 300)).toEqual([
    'Indexed 1 page, 1 passage into i.db in 0.3 s (added 1)',
  ]);
});

test('pages that failed are warnings, ten at most, without what a terminal would obey', () => {
  const failed = Array.from({ length: 12 }, (_, at) => ({
    page: `/p${at}\u001B[31m\n`,
    stage: 'parse' as const,
    error: 'broken',
    kept: at === 0,
  }));
  const lines = reportLines({ ...report, failed }, 'i.db', 0);
  expect(lines).toHaveLength(12);
  expect(lines[1]).toBe('warning: /p0 : broken (the old page stays)');
  expect(lines.at(-1)).toBe('… and 2 more');
});

type Warning = IngestReport['diagnostics'][number];
const warn = (page: string, rule: Warning['rule']): Warning => ({ severity: 'warning', rule, message: 'Look.', page });

test('the same warning of many pages is one line, and what Docusaurus itself makes twice is none', () => {
  const diagnostics = [
    warn('/a', 'html:x'),
    warn('/b', 'html:x'),
    warn('/c', 'ingest:duplicate-content'),
    { ...warn('/d', 'html:y'), severity: 'info' as const },
  ];
  expect(reportLines({ ...report, diagnostics }, 'i.db', 0).slice(1)).toEqual([
    'warning: /a and 1 more: Look. [html:x]',
  ]);
});

test('progress is drawn over on a terminal, and left out of logs', () => {
  const { isTTY } = process.stderr;
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  process.stderr.isTTY = true;
  showProgress({ stage: 'pages', done: 1, total: 3 });
  showProgress({ stage: 'pages', done: 1, total: 3 });
  say('Done');
  expect(write.mock.calls.flat()).toEqual(['[ibid] reading pages 1/3 …', '\r\u001B[2K', '[ibid] Done\n']);
  write.mockClear();
  process.stderr.isTTY = false;
  showProgress({ stage: 'pages', done: 1, total: 3 });
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
  process.stderr.isTTY = isTTY;
});

test('an error is told with the page that failed of it, and not twice', () => {
  const failed = [{ page: '/a', stage: 'load' as const, error: 'Too large.', kept: true }];
  const diagnostics = [
    { severity: 'error' as const, rule: 'source:not-read' as const, message: 'Too large.', page: '/a' },
  ];
  expect(reportLines({ ...report, failed, diagnostics }, 'i.db', 0).slice(1)).toEqual([
    'warning: /a: Too large. (the old page stays)',
  ]);
});
