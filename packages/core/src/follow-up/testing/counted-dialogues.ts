import type { Dialogue } from './dialogues.ts';

const MIDDLEWARE = `There are three ways to handle errors:

1. Wrap the handler: a try block around each route.
2. Register middleware: one function for all routes.
3. Use a process listener: the last resort.`;
const TOPIC_OR_SERVICE =
  'A topic is a stream of messages that any node can read. A service is a request that one node answers.';
const STEPS = '1. Flash the firmware with `armctl flash`.\n2. Calibrate the wrist joint.\n3. Start the controller.';
const BACKENDS = '- Redis: fast, in memory.\n- PostgreSQL: durable, with transactions.\n- SQLite: one file.';
const MARKED_UP =
  'Use one of these [1]:\n\n```yaml\n- name: first\n- name: second\n```\n\n- **Redis** is [fast](https://redis.example.org) [2]\n- *PostgreSQL* [3]';
const TABLE = '| planner | strength |\n| --- | --- |\n| RRT | narrow passages |\n| CHOMP | smooth paths |';

const TABLE_OF_COLUMNS =
  '| | topic | service | action |\n| --- | --- | --- | --- |\n| direction | one way | both ways | both ways |\n| feedback | none | none | while it runs |';
const TWO_TABLES = `${TABLE}\n\n| sampler | strength |\n| --- | --- |\n| Halton | even |`;
const SHORT_TABLE = 'Use RRT, CHOMP or STOMP.\n\n| planner | needs, wants and asks |\n| --- | --- |\n| RRT | seeds |';
const KINDS_COMPARED = 'What is the difference between a topic, a service and an action?';

/** Questions for one of the things that were listed or compared. */
export const COUNTED_DIALOGUES: Readonly<Record<string, readonly Dialogue[]>> = {
  'a counted item is that of the last answer': [
    {
      said: ['How do I handle errors in routes?', MIDDLEWARE],
      asks: 'What about the second one?',
      carries: ['middleware', 'errors'],
      lacks: ['Wrap', 'listener'],
    },
    {
      said: ['How do I handle errors in routes?', MIDDLEWARE],
      asks: 'Show me an example of the last one',
      carries: ['listener'],
      lacks: ['middleware'],
    },
    {
      said: ['How do I handle errors in routes?', MIDDLEWARE],
      asks: 'When should I prefer the first way?',
      carries: ['Wrap'],
      lacks: ['listener'],
    },
    {
      said: ['How do I set up the arm?', STEPS],
      asks: 'Explain step 2',
      carries: ['Calibrate', 'wrist joint', 'arm'],
      lacks: ['firmware'],
    },
    {
      said: ['How do I set up the arm?', STEPS],
      asks: 'the third step fails, what now?',
      carries: ['controller'],
      lacks: ['firmware'],
    },
    {
      said: ['Which storage backends are there?', BACKENDS],
      asks: 'How do I configure the second?',
      carries: ['PostgreSQL', 'storage backends'],
      lacks: ['Redis', 'SQLite'],
    },
    {
      said: ['Which storage backends are there?', BACKENDS],
      asks: 'is option three thread-safe?',
      carries: ['SQLite'],
      lacks: ['Redis'],
    },
    {
      said: ['Which motion planners can I use?', TABLE],
      asks: 'tell me about the second one',
      carries: ['CHOMP'],
      lacks: ['RRT'],
    },
    {
      said: [KINDS_COMPARED, TOPIC_OR_SERVICE],
      asks: 'What about the second one?',
      carries: ['service'],
      lacks: ['topic', 'action', 'difference'],
    },
    {
      said: [KINDS_COMPARED, TABLE_OF_COLUMNS],
      asks: 'What about the second one?',
      carries: ['service'],
      lacks: ['feedback', 'topic', 'action'],
    },
    {
      said: ['Which motion planners can I use?', TWO_TABLES],
      asks: 'tell me about the third one',
      carries: ['Halton'],
      lacks: ['sampler'],
    },
    {
      said: ['Which motion planners can I use?', SHORT_TABLE],
      asks: 'tell me about the second one',
      carries: ['CHOMP'],
      lacks: ['wants'],
    },
    {
      said: ['What is the difference between URDF, SDF and MJCF?', ''],
      asks: 'the third one?',
      carries: ['MJCF'],
      lacks: ['URDF', 'SDF'],
    },
    {
      said: ['Compare Redis, Postgres and SQLite', 'Each keeps its data in another place.'],
      asks: 'the second?',
      carries: ['Postgres'],
      lacks: ['Redis', 'SQLite'],
    },
    {
      said: ['What is the difference between a topic and a service?', TOPIC_OR_SERVICE],
      asks: 'When do I use the latter?',
      carries: ['service'],
    },
    {
      said: ['What is the difference between a topic and a service?', TOPIC_OR_SERVICE],
      asks: 'And the former?',
      carries: ['topic'],
    },
    {
      said: ['What kinds of accounts exist?', 'There are two kinds of accounts: trial accounts and team accounts.'],
      asks: 'How do I open the second one?',
      carries: ['team accounts'],
    },
    { said: ['How do I handle errors in routes?', MIDDLEWARE], asks: 'What is in the ninth one?', carries: ['errors'] },
    {
      said: ['Which backends are there?', MARKED_UP],
      asks: 'How do I configure the second one?',
      carries: ['PostgreSQL'],
      lacks: ['2', 'https', 'name', 'Redis'],
    },
    {
      said: [
        'Which models ship with the arm?',
        'Atlas, Boreas and Castor.',
        'How heavy is the second?',
        'It has 9 kg.',
      ],
      asks: 'and the third?',
      carries: ['Castor', 'How heavy'],
      lacks: ['Boreas', 'Atlas'],
    },
  ],
};
