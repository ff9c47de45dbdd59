import { WORDED } from './worded.ts';
import type { Citation, Reply, SectionLink, Statement, StatementKind } from '@ibid/client';

export type SampleName =
  | 'answered'
  | 'insufficient'
  | 'refused'
  | 'contradiction'
  | 'withWarnings'
  | 'withFallback'
  | 'long';

/** Sample replies with the same plain text as a server's, for a site at `site`, such as `https://docs.example.org`, with its pages under `/docs/`. */
export function sampleReplies(site: string): Readonly<Record<SampleName, Reply>> {
  const at = placesOf(site);
  const topics = at('docs/nodes-and-topics', 'what-is-a-topic', 'Nodes, topics and messages', 'What is a topic?');
  const inspect = at(
    'docs/nodes-and-topics',
    'inspect',
    'Nodes, topics and messages',
    'How to inspect a running system',
  );
  const install = at('docs/install', 'from-packages', 'Installation', 'From packages');
  const old = at('docs/1.0/install', 'from-packages', 'Installation (1.0)', 'From packages');
  const top = at('docs/intro', '', 'Introduction', 'Introduction');

  const answered = replyOf('answered', [
    part(
      'sentence',
      'A topic is a named channel with one message type, such as /scan of type sensor_msgs/msg/LaserScan.',
      topics,
    ),
    part('sentence', 'Any number of nodes may publish to a topic, and any number may subscribe.', topics),
    part('step', 'Source the setup file in each new shell.', install),
    part('step', 'Start the node with ros2 run.', install),
    part('code', '# list what is published\nros2 topic list --show-types\nros2 topic echo /scan', inspect, {
      language: 'bash',
    }),
    part('row', 'Command | What it shows', inspect),
    part('row', 'ros2 topic hz | rate of messages', inspect),
    part('item', 'Best effort suits sensors.', topics),
    part('item', 'Reliable suits commands.', topics),
  ]);
  return {
    answered,
    insufficient: {
      ...wholeReply('insufficient', { outcome: 'insufficient' }),
      message: 'The pages do not say. The nearest sections are below.',
      nearest: [topics, install, top],
      warnings: [{ code: 'not_in_docs', text: 'no passage covers the question' }],
    },
    refused: {
      ...wholeReply('refused', { outcome: 'refused' }),
      message: 'The selection does not answer that.',
    },
    contradiction: {
      ...replyOf('contradiction', [
        part('sentence', 'The default port is 3210.', install, { side: 1 }),
        part('sentence', 'The default port is 8080.', old, { side: 2 }),
      ]),
      message: 'The pages disagree.',
    },
    withWarnings: {
      ...answered,
      request_id: 'request-warnings',
      message: 'Only the first 2,000 characters of the selection were used.',
      warnings: [
        { code: 'selection_cut', text: 'only the first 2000 characters of the selection were used' },
        { code: 'statements_withheld', text: '2 statements could not be proved from the pages' },
      ],
      withheld: 2,
    },
    withFallback: {
      ...answered,
      request_id: 'request-fallback',
      message:
        'The model stopped before its answer was complete. What follows its last sentence is quoted directly from the pages.',
      answerer: 'agent@1',
      model: { name: 'test-model', fault: 'stopped' },
    },
    long: replyOf(
      'long',
      Array.from({ length: 60 }, (_, number) =>
        part(
          'sentence',
          `Sentence ${number + 1} says that joint ${number + 1} of the arm turns within its limits and reports its angle.`,
          at(`docs/arm-${number % 12}`, 'limits', `Arm ${number % 12}`, 'Limits'),
        ),
      ),
    ),
  };
}

interface Part {
  readonly kind: StatementKind;
  readonly text: string;
  readonly place: SectionLink;
  readonly language: string;
  readonly side: number;
}

function part(
  kind: StatementKind,
  text: string,
  place: SectionLink,
  more: { readonly language?: string; readonly side?: number } = {},
): Part {
  return { kind, text, place, language: more.language ?? '', side: more.side ?? 0 };
}

function placesOf(site: string): (path: string, anchor: string, title: string, section: string) => SectionLink {
  return (path, anchor, title, section) => {
    const url = `${site}/${path}`;
    return { url, anchor, href: anchor === '' ? url : `${url}#${anchor}`, title, section };
  };
}

/** Gives each statement its own footnote, with its text as the quote. */
function replyOf(name: string, parts: readonly Part[]): Reply {
  const statements = parts.map(({ kind, text, language, side }, at): Statement => ({
    ...WORDED,
    kind,
    text,
    citations: [at + 1],
    side,
    language,
  }));
  const citations = parts.map(({ text, place }, at): Citation => {
    const fragment = `:~:text=${encodeURIComponent(text).replaceAll('-', '%2D')}`;
    const href = `${place.url}#${place.anchor}${fragment}`;
    return { ...place, href, index: at + 1, quote: text, chunk_id: 'c'.repeat(64), similarity: 0.9 };
  });
  return wholeReply(name, { answer: parts.map(({ text }) => text).join('\n\n'), statements, citations });
}

/** An answered reply that has only these `parts`. */
export function wholeReply(name: string, parts: Partial<Reply>): Reply {
  return {
    request_id: `request-${name}`,
    outcome: 'answered',
    asked: 'What is a topic?',
    answer: '',
    message: '',
    statements: [],
    citations: [],
    excerpts: [],
    nearest: [],
    closest: [],
    corrected: [],
    warnings: [],
    withheld: 0,
    confidence: 1,
    generation: 1,
    answerer: 'extractive@1',
    model: null,
    ...parts,
  };
}
