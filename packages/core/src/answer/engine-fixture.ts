import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore, scriptedSource } from '@ibid/testkit';
import { ingest } from '../ingest/index.ts';
import { openStore, type ChunkStore } from '../store/open-store.ts';
import { inlineParser } from '../parse/index.ts';
import type { Answer, Answerer, AnswerEvent, DraftEvent, Question } from '../types/answer.ts';
import type { Warning } from '../types/retrieval.ts';
import { createEngine, type Engine, foldAnswer } from './create-engine.ts';
import { extractiveAnswerer } from '../excerpt/extractive-answerer.ts';

/** A small handbook for all kinds of questions and passages. */
export const HANDBOOK: Readonly<Record<string, string>> = {
  '/arm/overview': `# The arm
The manipulator arm has six joints. Each joint carries a torque sensor that reports at 500 Hz.

## What is a digital twin
A digital twin is a simulated copy of the robot that follows its real joint angles. It runs beside the controller and warns before a collision.

## Limits

| joint | range | top speed |
| --- | --- | --- |
| shoulder | 170 degrees | 90 deg/s |
| elbow | 140 degrees | 120 deg/s |
| wrist | 350 degrees | 180 deg/s |

The gripper closes with a force of 40 newtons.`,
  '/arm/install': `# Install the driver
The driver runs on Ubuntu 24.04 because it needs kernel 6.8.

## Install from packages
To install the driver from packages, do this:

1. Add the package source with \`sudo add-apt-repository ppa:arm/stable\`.
2. Refresh the package lists with \`sudo apt update\`.
3. Install the package \`arm-driver\`.
4. Restart the \`armd\` service.

## Configure the port
The controller listens on port 7420. Set another one in \`/etc/arm/config.yaml\`:

\`\`\`yaml
network:
  port: 7421
\`\`\`

## Errors
The message \`ERR_JOINT_TIMEOUT\` means that a joint did not answer within 20 milliseconds. Check the cable of that joint, then restart the service.`,
  '/arm/topics': `# Topics and services
A topic is a stream of messages that any number of nodes can read. A service is a request that exactly one node answers.

Use a topic for sensor data. Use a service when the caller needs a reply.

## Shutdown time
The controller waits 30 seconds before it cuts the motor power.`,
  '/arm/safety': `# Safety
## Emergency stop
Pressing the red button opens the brakes' circuit and stops all joints within 50 milliseconds.

## Shutdown time of motors
The controller waits 45 seconds before it cuts the motor power.

## 安全 距离
机器人与人之间的安全距离为两米。`,
  '/history': `# History
The project started in 2014 at a workshop in Lisbon. Dr. Ana Ferreira wrote the first controller. Version 2.0 appeared in March 2019.

## C++ and C#
The C++ client is compiled with CMake. The C# client targets .NET 8.`,
};

export interface TestEngine {
  readonly engine: Engine;
  readonly store: ChunkStore;
  ask(text: string, rest?: Partial<Question>): Promise<Answer>;
  events(text: string, rest?: Partial<Question>): Promise<AnswerEvent[]>;
}

const indexed = new WeakMap<Readonly<Record<string, string>>, Promise<ChunkStore>>();

/** Indexes the pages once for all tests that ask about the same object of pages. No test may write to the store. */
async function indexOf(pages: Readonly<Record<string, string>>): Promise<ChunkStore> {
  const store = await openStore(memoryStore());
  const source = scriptedSource(pages);
  await ingest({ source, parser: inlineParser(), store, embedder: builtinEmbedder(), now: () => new Date(0) });
  return { ...store, close: () => Promise.resolve() };
}

export async function openTestEngine(
  pages: Readonly<Record<string, string>> = HANDBOOK,
  answerer: Answerer = extractiveAnswerer(),
): Promise<TestEngine> {
  const index = indexed.get(pages) ?? indexOf(pages);
  indexed.set(pages, index);
  const store = await index;
  const engine = createEngine({ store, embedder: builtinEmbedder(), answerer, newId: () => 'run-1' });
  return {
    engine,
    store,
    ask: (text, rest) => foldAnswer(engine.ask({ text, history: [], ...rest })),
    events: (text, rest) => Array.fromAsync(engine.ask({ text, history: [], ...rest })),
  };
}

/** Text of the statements, one a line. */
export const shown = ({ statements }: Answer): string => statements.map(({ text }) => text).join('\n');

export const codes = ({ warnings }: { readonly warnings: readonly Warning[] }): string[] =>
  warnings.map(({ code }) => code);

/** Last event of a draft that answers. */
export const END: DraftEvent = {
  type: 'draft-end',
  outcome: 'answered',
  reason: 'answered',
  confidence: 1,
  warnings: [],
};
