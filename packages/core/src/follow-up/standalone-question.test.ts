import { describe, expect, test } from 'vitest';
import { DIALOGUES, turns, type Dialogue } from './testing/dialogues.ts';
import { standaloneQuestion } from './standalone-question.ts';

const named = (dialogues: readonly Dialogue[]): [string, Dialogue][] => dialogues.map((one) => [one.asks, one]);

describe.each(Object.entries(DIALOGUES))('%s', (_, dialogues) => {
  test.each(named(dialogues))('%s', (asks, { said, carries, lacks }) => {
    const text = standaloneQuestion(asks, turns(said));
    const added = text.replace(asks, '').toLowerCase();
    const standsIn = (phrase: string): boolean => added.includes(phrase.toLowerCase());
    expect(carries.filter(standsIn)).toEqual(carries);
    expect(lacks.filter(standsIn)).toEqual([]);
    expect(text === asks).toBe(carries.length === 0);
  });
});

describe('the text is one that can be searched and answered', () => {
  const said = turns(['What is the difference between a topic and a service?', 'A topic is a stream.']);

  test.each([
    ['the reader’s words stand first', 'When do I need one?', 'When do I need one? (topic, service)'],
    [
      'thanks before it fall away',
      'Thanks, that is clear. When do I need one?',
      'When do I need one? (topic, service)',
    ],
    ['what changes the subject falls away', 'Now something else: what is a watchdog?', 'what is a watchdog?'],
    ['what changes the subject is all there is', 'Something else.', 'Something else.'],
  ])('%s', (_, asks, expected) => {
    expect(standaloneQuestion(asks, said)).toBe(expected);
  });

  test('a caption above code is no list of things', () => {
    const answer = 'A vector holds values.\nListing 8-1: Creating a new, empty vector to hold values';
    const text = standaloneQuestion(
      'and if I want to keep different types in one?',
      turns(['What is a vector?', answer]),
    );
    expect(text).toBe('and if I want to keep different types in one? (vector)');
  });

  test('what is counted gives place to the item', () => {
    const listed = turns(['Which planners are there?', '- grid planner: exact\n- sampling planner: quick']);
    expect(standaloneQuestion('How fast is the second one?', listed)).toBe('How fast is sampling planner?');
  });

  test.each([
    ['What is it?', 'What is digital twin?'],
    ['what does that mean?', 'what does digital twin mean?'],
    ['How does it differ from a simulator?', 'How does digital twin differ from a simulator?'],
  ])('%s is asked of the topic by its name, so that its kind is seen', (asks, expected) => {
    expect(standaloneQuestion(asks, turns(['How do I start a digital twin?', '']))).toBe(expected);
  });
});
