import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeStaticSite } from './static-site.ts';
import { openWorkplace } from './testing/run-ibid.ts';

const never = (): never => expect.unreachable();
const NO_STORE = { info: never, readPages: never, listPages: never };

let widget = '';
vi.mock('./open-site.ts', () => ({ findWidgetFolder: () => widget }));

test('a static index in a clone without a build says how to build', async () => {
  await using place = await openWorkplace();
  widget = join(place.path, 'dist/bundle');
  await expect(writeStaticSite(NO_STORE, join(place.path, 'ibid'), { panel: true })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining('Run `npm run build`'),
  });
});
