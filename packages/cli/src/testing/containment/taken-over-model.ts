import { HIJACK_STYLES, hijackedReply, type ModelScript, type ScriptedReply } from '@ibid/testkit';
import type { Scene } from './scene.ts';
import { OWN_STYLES, ownReply } from './own-styles.ts';

export interface TakenOverModel {
  readonly answer: ModelScript;
  /** What the next run is about, and how the model misuses its first reply; later replies of a run are drawn. */
  aim(scene: Scene, style: string): void;
  /** Replies given so far. */
  outputs(): number;
}

/** All ways of misusing a reply: those of the testkit and ours. */
export const STYLES: readonly string[] = [...HIJACK_STYLES, ...OWN_STYLES];

/** Ways that take two replies. */
const FOLLOWED: ReadonlySet<string> = new Set(['selection-of-its-own']);

/** Obeys what was planted and tries every way out; half of its words carry the scene's canary besides. */
export function takenOverModel(options: {
  readonly seed: number;
  readonly secret: string;
  /** From which the later replies of a run are drawn. */
  readonly styles: readonly string[];
}): TakenOverModel {
  const { seed, secret, styles } = options;
  let scene: Scene | undefined;
  let style = styles[0]!;
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
      const chosen = isFirst || FOLLOWED.has(style) ? style : styles[(turn * 31) % styles.length]!;
      if (OWN_STYLES.includes(chosen)) return ownReply(chosen, { call, canary, secret, turn, order: attack.text });
      const reply = hijackedReply({ ...call, index: turn }, { seed, styles: [chosen], planted: [attack.text] });
      return turn % 2 === 0 ? marked(reply, canary) : reply;
    },
  };
}

/** The reply with the canary in its addresses, and in its first sentence. */
function marked(reply: ScriptedReply, canary: string): ScriptedReply {
  if (reply.kind !== 'text') return reply;
  const text = reply.text.replaceAll('evil.example', `${canary}.example`);
  return { ...reply, text: text.replace(/(?=[.!?]?\s*\[p\d)/u, ` ${canary}`) };
}
