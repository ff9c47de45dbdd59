import type { Answer } from '@ibid/core';
import { MODEL_FAULT_MODES, type ModelFaultMode } from '@ibid/testkit';
import { FAULTS, modeCase, type FaultTime } from './fault-cases-fixture.ts';
import type { FaultPlace, FaultRun } from './fault-run-fixture.ts';

const HEAD = `---
title: When a model misbehaves
sidebar_position: 10
description: What the reader sees, what it costs and what is charged, fault by fault
---

# When a model misbehaves

Each row was played over real sockets against a service that does just this, with Chat Completions and with Responses; \`chat / responses\` where they differ. A test holds
this page to what happens: change neither alone. Settings and limits are described under [models](models.md).

- **The quoted answer** is the answer that would have been given without a model, byte for byte, with a message that says so.
- **What was proved** are the model's sentences that were complete and proved when it broke off. Quotes that are missing yet follow. A message says that the answer is not complete.
- **Charged** is what the caps are told: what the service reports where that can be true, else all that was reserved for the call: the most that it can use.
  A service that bills beyond the limit of tokens that the call gave it (\`endless-answer\`, \`giant-delta\`) bills more than that; nothing after 16,000 characters is read.
- **Once** is what is shown when it happens to the first call alone and the service does well afterwards.

Whatever happens, an answer takes no longer than the deadlines, and nothing stays reserved.

| fault | what the service does | what the reader sees | \`model.fault\` | calls | charged | once |
|---|---|---|---|---|---|---|
`;

/** Every answer is asked for as a stream. */
const NEVER_MET: ModelFaultMode = 'stream-for-json';

/** The page for owners, made of what happened. */
export function faultPage(runs: ReadonlyMap<string, FaultRun>, place: Pick<FaultPlace, 'extract' | 'whole'>): string {
  const rows = FAULTS.filter((fault) => fault !== NEVER_MET).map((fault) => {
    const runOf = (api: 'chat' | 'responses', time: FaultTime): FaultRun => runs.get(modeCase(fault, api, time).name)!;
    const cell = (of: (run: FaultRun) => string, time: FaultTime = 'always'): string => {
      const [chat, responses] = (['chat', 'responses'] as const).map((api) => of(runOf(api, time)));
      return chat === responses ? chat! : `${chat} / ${responses}`;
    };
    return [
      `\`${fault}\``,
      describedOf(fault),
      cell((run) => shownBy(run, place)),
      cell(faultOf),
      cell(({ paid }) => String(paid.length)),
      cell(chargedBy),
      cell((run) => shownBy(run, place), 'once'),
    ];
  });
  return `${HEAD}${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`;
}

/** Its first sentence, without what is said for those who write tests. */
function describedOf(fault: ModelFaultMode): string {
  const [first = ''] = MODEL_FAULT_MODES[fault].description.split(/(?<=\.) /u);
  return first
    .replaceAll(/ `everyMs` \(\d+\)/gu, ' few milliseconds')
    .replaceAll('`afterBytes`', 'part')
    .replaceAll('|', '\\|');
}

function answerOf({ events }: FaultRun): Answer {
  const last = events.at(-1);
  if (last?.type !== 'run-end') throw new Error('The run has no answer.');
  return last.answer;
}

function faultOf(run: FaultRun): string {
  const fault = answerOf(run).model?.fault;
  return fault === undefined ? '–' : `\`${fault}\``;
}

function shownBy(run: FaultRun, { whole }: Pick<FaultPlace, 'whole'>): string {
  const { model, statements, answerer } = answerOf(run);
  if (model?.fault === undefined) {
    const isWhole = JSON.stringify(statements) === JSON.stringify(whole.statements);
    return isWhole ? 'the model’s answer' : 'what the pages prove of the answer, or that they prove none';
  }
  return answerer.startsWith('agent/') ? 'what was proved' : 'the quoted answer';
}

function chargedBy({ paid }: FaultRun): string {
  const ways = new Set(
    paid.map(({ charged, isReported }) => (charged === 0 ? 'nothing' : isReported ? 'as reported' : 'all reserved')),
  );
  return [...ways].join(', ');
}
