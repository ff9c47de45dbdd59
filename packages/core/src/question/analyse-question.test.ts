import { expect, test } from 'vitest';
import { analyseQuestion, asksForValue, asksForCertainThing, type QuestionKind } from './analyse-question.ts';

const CASES: readonly (readonly [string, QuestionKind])[] = [
  ['What is a digital twin?', 'definition'],
  ['what does ROS stand for?', 'definition'],
  ['What does ROS stand for and what parts does it have?', 'definition'],
  ['what do they mean by an island', 'definition'],
  ['Define inertia', 'definition'],
  ['How do I install the package?', 'how-to'],
  ['Could you tell me how to build from source?', 'how-to'],
  ['install on Windows', 'how-to'],
  ['How many joints does the arm have?', 'number'],
  ['Which port does the server listen on?', 'number'],
  ['When was the first release?', 'when'],
  ['Where is the configuration file?', 'where'],
  ['Who maintains the project?', 'who'],
  ['Why does the build stop?', 'why'],
  ["What's the difference between a topic and a service?", 'comparison'],
  ['createSlice vs createReducer', 'comparison'],
  ['Is a key required?', 'yes-no'],
  ['Show me an example of a launch file', 'example'],
  ['error[E0382]: borrow of moved value', 'error'],
  ['ERR_MODULE_NOT_FOUND when starting', 'error'],
  ['bash: ros2: command not found', 'error'],
  ['sensors', 'open'],
];

test.each(CASES)('%s is a question of kind %s', (question, kind) => {
  expect(analyseQuestion(question).kind).toBe(kind);
});

test('names what is defined and what is compared', () => {
  expect(analyseQuestion('What is a digital twin?').subject).toBe('digital twin');
  expect(analyseQuestion('what is the default value of the output format').subject).toBe('output format');
  expect(analyseQuestion('What is the difference between a topic and a service?').compared).toEqual([
    'topic',
    'service',
  ]);
});

test.each([
  ['What exactly is a digital twin?', 'digital twin'],
  ['what do people mean by a digital twin', 'digital twin'],
  ['digital twin meaning', 'digital twin'],
])('%s asks what it is', (question, subject) => {
  expect(analyseQuestion(question)).toMatchObject({ kind: 'definition', subject });
});

test.each([
  ['gazebo or unity for training images?', ['gazebo', 'unity']],
  ['a topic or the service, which is faster?', ['topic', 'service']],
  ['topic vs service vs action', ['topic', 'service', 'action']],
  ['difference between topic, service and action', ['topic', 'service', 'action']],
  ['does it use a topic or a service?', []],
  ['which vs code extension do I need', []],
])('%s names what to choose from', (question, compared) => {
  expect(analyseQuestion(question).compared).toEqual(compared);
});

test('a choice names the things to choose from', () => {
  const { kind, compared } = analyseQuestion('When should I use a topic instead of the service?');
  expect([kind, compared]).toEqual(['when', ['topic', 'service']]);
});

test.each([
  ['What is the default port?', true, true],
  ['What is the port?', false, true],
  ['What is minikube?', false, false],
])('%s asks for a value: %s, or may do so: %s', (text, surely, maybe) => {
  expect([asksForValue(text), asksForCertainThing(text)]).toEqual([surely, maybe]);
});
