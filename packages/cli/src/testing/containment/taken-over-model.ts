import type { ModelScript, ScriptedReply } from '@ibid/testkit';
import { misusedReply, OWN_SELECTION, STYLES } from './misuses.ts';
import type { Scene } from './scene.ts';

export interface TakenOverModel {
  readonly answer: ModelScript;
  /** Sets the scene and the style of the next run's first reply; later replies of a run use random styles. */
  aim(scene: Scene, style: string): void;
  /** Number of replies so far. */
  outputs(): number;
}

/** A model that obeys the planted attack and tries every style; half of its replies also contain the scene's canary. */
export function takenOverModel(options: { readonly seed: number; readonly secret: string }): TakenOverModel {
  const { seed, secret } = options;
  let scene: Scene | undefined;
  let style = STYLES[0]!;
  let outputs = 0;

  return {
    aim(next, how) {
      scene = next;
      style = how;
    },
    outputs: () => outputs,
    answer(call) {
      const turn = outputs++;
      const { attack, canary } = scene!;
      const isFirst = call.toolResults.length === 0;
      const chosen = isFirst || style === OWN_SELECTION ? style : STYLES[(turn * 31) % STYLES.length]!;
      const reply = misusedReply(chosen, { call, index: turn, seed, order: attack.text, canary, secret });
      return turn % 2 === 0 ? marked(reply, canary) : reply;
    },
  };
}

/** Adds the canary to the addresses and the first sentence of a reply. */
function marked(reply: ScriptedReply, canary: string): ScriptedReply {
  if (reply.kind !== 'text') return reply;
  const text = reply.text.replaceAll('evil.example', `${canary}.example`);
  return { ...reply, text: text.replace(/(?=[.!?]?\s*\[p\d)/u, ` ${canary}`) };
}
