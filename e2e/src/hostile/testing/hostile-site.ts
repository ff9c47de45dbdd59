import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { siteHeaders } from '../../../../packages/server/src/site/site.ts';
import {
  openNativeService,
  type NativeService,
  type ServedFile,
} from '../../../../packages/widget/src/testing/index.ts';

/** Of the built widget; `before-tests.ts` has brought it up to date. */
export const BUNDLE: string = join(import.meta.dirname, '../../../../packages/widget/dist/bundle');

/** Under which the widget keeps its history. */
export const STORAGE_KEY = 'kept';

/** However long its title is, its section is what is being read. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Valves</title><style>h1{height:1em;overflow:hidden}</style><link rel="icon" href="data:,">
<meta name="docusaurus_version" content="1.0"><link rel="canonical" href="">
<script type="module" src="/widget/ibid-ask.js" data-storage-key="${STORAGE_KEY}"></script></head>
<body><main><h1>Valves</h1><h2 id="seats">Seats</h2><p id="text">The seat of a valve closes it.</p>
<p>It is ground to fit.</p></main></body></html>`;

export interface HostileSite extends NativeService {
  /** Address of a page with the widget on it. */
  readonly page: string;
}

/** A site with one page, the widget out of `bundle`, and the API; with the policy of `ibid serve`, or with none at all. */
export async function openHostileSite(options: {
  readonly hasPolicy: boolean;
  readonly bundle?: string;
}): Promise<HostileSite> {
  const { hasPolicy, bundle = BUNDLE } = options;
  const headers = hasPolicy ? siteHeaders([]) : {};
  const page: ServedFile = { type: 'text/html; charset=utf-8', body: PAGE, headers };
  const files = new Map<string, ServedFile>([['/docs/valves', page]]);
  for (const name of await readdir(bundle)) {
    const type = extname(name) === '.json' ? 'application/json' : 'text/javascript';
    files.set(`/widget/${name}`, { type, body: await readFile(join(bundle, name)) });
  }
  const service = await openNativeService({ files });
  return Object.assign(service, { page: `${service.url}/docs/valves` });
}
