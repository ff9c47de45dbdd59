import { createEngine, extractiveAnswerer } from '@ibid/core';
import type { Embedder, EmbedderSource, Engine } from '@ibid/core/types';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { indexOnce } from '@ibid/testkit';

const PAGES = {
  '/arm/overview': `# The arm
The manipulator arm has six joints. Each joint carries a torque sensor that reports at 500 Hz.

## Limits
The gripper closes with a force of 40 newtons.`,
  '/arm/install': `# Install the driver
The driver runs on Ubuntu 24.04 because it needs kernel 6.8.

## Configure the port
The controller listens on port 7420. Set another one in \`/etc/arm/config.yaml\`.`,
  '/arm/topics': `# Topics
A topic is a stream of messages that any number of nodes can read.

## Shutdown time
The controller waits 30 seconds before it cuts the motor power.`,
  '/arm/safety': `# Safety
Pressing the red button stops all joints within 50 milliseconds.

## Shutdown time of motors
The controller waits 45 seconds before it cuts the motor power.`,
};

const builtin = builtinEmbedder({ dimensions: 16 });
const indexed = indexOnce(builtin);

/** A real engine over a few in-memory pages, and `more`. `embed` replaces the function that embeds questions. */
export function smallEngine(more: Readonly<Record<string, string>> = {}, embed?: Embedder['embed']): Promise<Engine> {
  return engineOver({ ...PAGES, ...more }, embed);
}

/** A real engine over pages by path; nothing is indexed without any. */
export async function engineOver(pages: Readonly<Record<string, string>>, embed?: Embedder['embed']): Promise<Engine> {
  const store = await indexed(pages);
  const embedder = embed === undefined ? builtin : withEmbed(builtin, embed);
  return createEngine({ store, embedder, answerer: extractiveAnswerer(), newId: () => 'run-1' });
}

/** The same vector space with another `embed` function. */
function withEmbed(source: EmbedderSource, embed: Embedder['embed']): EmbedderSource {
  if (source.kind === 'fixed') return { kind: 'fixed', embedder: { ...source.embedder, embed } };
  return { ...source, open: async (space) => ({ ...(await source.open(space)), embed }) };
}
