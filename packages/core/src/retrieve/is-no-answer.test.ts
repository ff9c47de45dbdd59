import { expect, test } from 'vitest';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import { isNoAnswer, isPreviousKnowledge } from './is-no-answer.ts';

function judged(markdown: string): boolean {
  const [first] = passagesOf(markdown);
  return isNoAnswer(first!.chunk);
}

test.each([
  ['a list of boxes to tick', '# Start\n\n- ☐ The valve is open.\n- ☑ The pump is oiled.\n- ☐ The fan is still.'],
  [
    'what a reader is going to know',
    '# Start\n\nBy the end of this page you will be able to:\n\n- open the valve\n- oil the pump\n- stop the fan',
  ],
  [
    'what a reader has learnt',
    '# Summary\n\nIn this lesson, you learned:\n\n- how valves open\n- how oil flows\n- fans',
  ],
  ['a plan of a lesson', '# Lesson 1\n\n- **Objective**: Know valves.\n- **Scope**: Valves.\n- **Tools**: A pump.'],
  ['a page of questions to oneself', '# Chapter 1: Self-Assessment\n\nThe valve opens when the pump runs.'],
  ['questions of a quiz', '# Check\n\nWhat opens the valve?\n\nWho oils the pump?\n\nWhen is the fan still?'],
  ['an exercise, by its heading', '# Exercise 3\n\nOil the pump and write down how long it takes.'],
  [
    'a list of links',
    '# See also\n\n- [Opening the valve](/p0#valve)\n- [Oiling the pump](/p0#pump)\n- [Stopping the fan](/p0#fan)',
  ],
])('%s answers nothing', (_, markdown) => {
  expect(judged(markdown)).toBe(true);
});

test.each([
  ['sentences', '# Pump\n\nThe pump needs oil every 90 days.'],
  ['steps', '# Pump\n\nTo oil the pump:\n\n1. Open the valve.\n2. Pour the oil.\n3. Close the valve.'],
  [
    'a list whose items link single words',
    '# Pump\n\n- The [valve](/valve) lets the oil in by night.\n- The [fan](/fan) cools it down by day.\n- The [cup](/cup) holds what is left of it.',
  ],
  ['one question with its answer', '# Pump\n\nDoes the pump need oil? It needs oil every 90 days.'],
  ['a page of challenges', '# Challenges\n\n## Wear\n\nThe pump wears out in dust.'],
])('%s may answer', (_, markdown) => {
  expect(judged(markdown)).toBe(false);
});

test.each([
  ['Prerequisites', '- Basic understanding of valves\n- Familiarity with oil\n- Completion of lesson 1', true],
  ['Prerequisites', '- Node 24\n- 8 GB of memory\n- Experience with pumps', false],
  ['Events', '- Experience started\n- Experience ended\n- Completion of a lesson', false],
  ['Prerequisites', 'None.', false],
])('previous knowledge: %s, %j: %s', (heading, body, expected) => {
  const [first] = passagesOf(`# ${heading}\n\n${body}`);
  expect(isPreviousKnowledge(first!.chunk)).toBe(expected);
});
