import { parseArgs } from 'node:util';

/** Parts that can be measured separately. */
export const PARTS = ['search', 'start', 'http', 'panel', 'scale'] as const;
export type Part = (typeof PARTS)[number];

/** `scale` takes as long as all other parts, so it runs only if named. */
const USUAL_PARTS = PARTS.filter((part) => part !== 'scale');

export interface BenchOptions {
  readonly out: string;
  readonly parts: readonly Part[];
  readonly sizes: readonly number[];
  readonly peers: boolean;
  /** Maximum seconds of one case. */
  readonly seconds: number;
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: BenchOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const HELP = `Usage: npm run bench -- [options]

Measures time, memory and disk space on synthetic pages, each case in a process of its own.

  --out <dir>        where results.json goes (default: out/bench)
  --parts <a,b>      search, start (of the command line), http, panel (in a browser) (default: all of these);
                     scale: the embedded store alone at up to 300,000 passages × 1,024 dimensions, for docs/scaling.md
  --sizes <a,b>      numbers of passages for search (default: 2000,20000,100000)
  --no-peers         leave out MiniSearch and Orama, which are measured on the same passages otherwise (--peers, the default)
  --seconds <n>      give a case up after so long, a peer's after at most 240 (default: 600)
  --help

Other work on the machine makes all times longer: compare within one run.
`;

export function readOptions(args: readonly string[]): ParsedOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        out: { type: 'string', default: 'out/bench' },
        parts: { type: 'string', default: USUAL_PARTS.join(',') },
        sizes: { type: 'string', default: '2000,20000,100000' },
        peers: { type: 'boolean', default: true },
        seconds: { type: 'string', default: '600' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return { kind: 'wrong', message: (error as Error).message };
  }
  if (values.help) return { kind: 'help' };
  const parts = values.parts.split(',').map((name) => PARTS.find((part) => part === name));
  if (!parts.every((part) => part !== undefined)) {
    return { kind: 'wrong', message: `--parts is ${values.parts}; give some of ${PARTS.join(', ')}.` };
  }
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every(isCount))
    return { kind: 'wrong', message: `--sizes is ${values.sizes}; give whole numbers from 1.` };
  const seconds = Number(values.seconds);
  if (!isCount(seconds))
    return { kind: 'wrong', message: `--seconds is ${values.seconds}; give a whole number from 1.` };
  return { kind: 'run', options: { out: values.out, parts, sizes, peers: values.peers, seconds } };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}
