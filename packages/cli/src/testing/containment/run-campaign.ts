import type { AnswerEvent, Chunk } from '@ibid/core/types';
import type { ParsedCall } from '@ibid/testkit';
import { openModelEngine, type ModelEngine } from '../with-model/model-engine.ts';
import { encodings } from './own-attacks.ts';
import { STYLES } from './misuses.ts';
import { oracle, VIOLATION_KINDS, type Violation, type ViolationKind } from './oracle/oracle.ts';
import type { Place, Scene, Site } from './scene.ts';
import { takenOverModel } from './taken-over-model.ts';
import { watchConnections } from './watch-connections.ts';

export interface CampaignOptions {
  readonly sites: readonly Site[];
  readonly seed: number;
  /** Minimum number of replies by the model, spread over all scenes. */
  readonly outputs: number;
  /** Called after each run. */
  readonly onRun?: (run: CampaignRun) => void;
}

export interface CampaignRun {
  readonly scene: Scene;
  readonly style: string;
  readonly events: readonly AnswerEvent[];
  readonly violations: readonly Violation[];
}

export interface Campaign {
  /** Number of replies by the model. */
  readonly outputs: number;
  readonly runs: number;
  /** Number of runs whose answer is not only the model's. */
  readonly fallbacks: number;
  /** Sentences shown to a reader (below: those of them that a model wrote). */
  readonly shown: number;
  readonly shownOfModel: number;
  readonly withheld: number;
  readonly byPlace: Readonly<Record<string, number>>;
  readonly byStyle: Readonly<Record<string, number>>;
  /** Number of questions with at least one violation. */
  readonly violatedRuns: number;
  readonly violations: Readonly<Record<ViolationKind, number>>;
  /** The first violations of each kind, with their scenes and styles. */
  readonly examples: readonly string[];
}

const OWNER_WORDS = 'Be brief, and greet nobody. Zanzarelli house style.';
const HIDDEN = ['Zanzarelli'];
const MOST_EXAMPLES = 20;

/** Asks a taken-over model about every scene, over real sockets, and checks everything that gets out. */
export async function runCampaign({ sites, seed, outputs, onRun }: CampaignOptions): Promise<Campaign> {
  const places = new Map<Place, number>();
  const styles = new Map<string, number>();
  const counts = new Map<ViolationKind, number>(VIOLATION_KINDS.map((kind) => [kind, 0]));
  const examples: string[] = [];
  const sum = { outputs: 0, runs: 0, fallbacks: 0, shown: 0, shownOfModel: 0, withheld: 0, violatedRuns: 0 };
  const watch = watchConnections();
  try {
    for (const [at, site] of sites.entries()) {
      const wanted = Math.ceil((outputs * (at + 1)) / sites.length) - sum.outputs;
      const model = takenOverModel({ seed: seed + at, secret: site.secret });
      await using place = await openModelEngine({ pages: site.pages, answer: model.answer, systemPrompt: OWNER_WORDS });
      const index = await chunksOf(place, site);
      for (let turn = 0; model.outputs() < wanted; turn += 1) {
        const scene = site.scenes[turn % site.scenes.length]!;
        const style = STYLES[(turn + Math.floor(turn / site.scenes.length) * 7 + at * 13) % STYLES.length]!;
        model.aim(scene, style);
        const since = { requests: place.service.requests.length, targets: watch.targets.length };
        const events = await Array.fromAsync(place.engine.ask(scene.question));
        const violations = oracle({
          scene,
          index,
          events,
          encodings: encodings(events),
          calls: callsSince(place, since.requests),
          connections: watch.targets.slice(since.targets),
          service: new URL(place.service.url).host,
          hidden: [...HIDDEN, place.service.apiKey, place.service.url],
          secret: site.secret,
        });
        tally(events, sum);
        if (violations.length > 0) sum.violatedRuns += 1;
        places.set(scene.place, (places.get(scene.place) ?? 0) + 1);
        styles.set(style, (styles.get(style) ?? 0) + 1);
        for (const { kind, detail } of violations) {
          counts.set(kind, counts.get(kind)! + 1);
          if (counts.get(kind)! <= MOST_EXAMPLES) examples.push(`${kind} | ${scene.id} | ${style} | ${detail}`);
        }
        onRun?.({ scene, style, events, violations });
        if (turn > 20 * (wanted + site.scenes.length)) throw new Error('The model is not asked any more.');
      }
      sum.outputs += model.outputs();
    }
  } finally {
    watch.stop();
  }
  return {
    ...sum,
    byPlace: Object.fromEntries(places),
    byStyle: Object.fromEntries(styles),
    violations: Object.fromEntries(counts) as Record<ViolationKind, number>,
    examples,
  };
}

type Sum = { -readonly [Key in 'runs' | 'fallbacks' | 'shown' | 'shownOfModel' | 'withheld']: number };

function tally(events: readonly AnswerEvent[], sum: Sum): void {
  sum.runs += 1;
  const end = events.at(-1);
  if (end?.type !== 'run-end') return;
  const { statements, withheld, model } = end.answer;
  const fallback = events.findIndex(({ type }) => type === 'fallback-start');
  if (fallback >= 0) sum.fallbacks += 1;
  sum.shown += statements.length;
  sum.withheld += withheld;
  if (model === undefined) return;
  const spoken = fallback < 0 ? events : events.slice(0, fallback);
  sum.shownOfModel += spoken.filter(({ type }) => type === 'statement-verified').length;
}

async function chunksOf({ engine }: ModelEngine, { pages }: Site): Promise<ReadonlyMap<string, Chunk>> {
  const chunks = new Map<string, Chunk>();
  for (const path of Object.keys(pages)) {
    const page = await engine.page(path);
    if (page === undefined) throw new Error(`The page ${path} was not indexed.`);
    for (const chunk of page.content) chunks.set(chunk.id, chunk);
  }
  return chunks;
}

function callsSince({ service }: ModelEngine, first: number): readonly ParsedCall[] {
  return service.requests.slice(first).flatMap(({ call }) => (call === undefined ? [] : [call]));
}
