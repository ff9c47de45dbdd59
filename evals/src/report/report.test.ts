import { expect, test } from 'vitest';
import {
  barPlot,
  foldedList,
  foldedReadings,
  heatMapPlot,
  histogramPlot,
  htmlTable,
  logBarPlot,
  reportPage,
} from './index.ts';
import { binShares } from './histogram.ts';

const HOSTILE = `<script>"&'</script>`;

test('text from outside stays text in every plot and table', () => {
  const page = reportPage(
    HOSTILE,
    [HOSTILE],
    [
      {
        title: HOSTILE,
        parts: [
          barPlot(HOSTILE, [{ name: HOSTILE, value: 0.5, target: 1, baseline: 0.2 }]),
          heatMapPlot({ title: HOSTILE, rows: [HOSTILE], columns: [HOSTILE], cells: [[{ share: 1, text: HOSTILE }]] }),
          histogramPlot({ title: HOSTILE, series: [{ name: HOSTILE, values: [0.1] }], border: 0.5 }),
          logBarPlot({
            title: HOSTILE,
            groups: [{ name: HOSTILE, bars: [{ name: HOSTILE, value: undefined, note: HOSTILE }] }],
            format: String,
          }),
          htmlTable([HOSTILE], [{ cells: [HOSTILE] }]),
          foldedList(HOSTILE, [HOSTILE]),
          foldedReadings(HOSTILE, [
            {
              title: HOSTILE,
              about: HOSTILE,
              verdict: HOSTILE,
              bad: true,
              left: [{ head: HOSTILE, text: HOSTILE }],
              right: [{ head: HOSTILE, text: HOSTILE }],
            },
          ]),
        ],
      },
    ],
  );
  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain('NaN');
});

test('a histogram shows shares, with 0 and 1 in the outer bins', () => {
  const shares = binShares([0, 1, 1, 0.5]);
  expect([shares[0], shares[10], shares.at(-1)]).toEqual([0.25, 0.25, 0.5]);
  expect(binShares([])).toEqual(Array.from({ length: 20 }, () => 0));
});

test('values without number are drawn as their reason', () => {
  const plot = logBarPlot({
    title: 'Latency',
    groups: [
      {
        name: '20k',
        bars: [
          { name: 'a', value: 2 },
          { name: 'b', value: undefined, note: 'too slow' },
        ],
      },
    ],
    format: (value) => `${value} ms`,
    targets: { '20k': 4 },
  });
  expect(plot).toContain('too slow');
  expect(plot).toContain('2 ms');
});
