import { replyScript, sampleReplies } from '../../../../packages/widget/src/testing/index.ts';
import { writePayload, type Payload } from '../payload/payload.ts';
import { findingsOf, hitId, type Sink, type Trial } from './findings.ts';
import type { HostileSite } from './hostile-site.ts';
import { clearConversation, inBatches, type Victim } from './open-victim.ts';
import { stageScenes, type Scene } from './stage-scenes.ts';

/** In one conversation; it keeps no more. */
const EACH = 20;

/** Goes to one page after another whose title, heading, id, version, address and text are payloads, marks the text and asks about it. */
export async function attackByPages(victim: Victim, site: HostileSite, texts: readonly Payload[]): Promise<Trial> {
  const { page, harm } = victim;
  const strange: string[] = [];
  const led: string[] = [];
  let shown = 0;
  const arrived = site.asked.length;
  site.answerWith(replyScript(sampleReplies(site.url).insufficient));
  await victim.open();

  led.push(
    ...(await inBatches(victim, texts, EACH, async (some, from) => {
      const write = (sink: Sink, at: number): string => writePayload(some[at]!, hitId(sink, from + at));
      const scenes = some.map((_, at): Scene => ({
        title: write('title', at),
        heading: write('heading', at),
        id: write('anchor', at),
        version: write('version', at),
        passage: write('selection', at),
        question: write('question', at).slice(0, 2000),
        canonical: write('url', at),
      }));
      const staged = await page.evaluate(stageScenes, scenes);
      for (const [at, { passage, place, asked }] of staged.entries()) {
        const has = (text: string, sink: Sink): boolean => text.includes(String(hitId(sink, from + at)));
        const isShown =
          has(passage, 'selection') &&
          has(place, 'heading') &&
          has(asked, 'selection') &&
          has(asked, 'title') &&
          has(asked, 'heading') &&
          has(asked, 'question');
        if (isShown) shown += 1;
      }
      strange.push(...(await victim.inspect()));
      if (new URL(page.url()).pathname !== new URL(site.page).pathname) led.push(page.url());
      await clearConversation(victim);
    })),
  );
  const sent = site.asked.slice(arrived).filter(({ body }) => body.selection !== undefined).length;
  return { ...findingsOf(harm, { strange, copied: [], led }), shown: Math.min(shown, sent) };
}
