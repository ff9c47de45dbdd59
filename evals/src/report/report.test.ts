import { expect, test } from 'vitest';
import { foldedList, foldedReadings, htmlTable, reportPage } from './index.ts';

const HOSTILE = `<script>"&'</script>`;

test('text from outside stays text in every part of a report', () => {
  const page = reportPage(
    HOSTILE,
    [HOSTILE],
    [
      {
        title: HOSTILE,
        parts: [
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
});
