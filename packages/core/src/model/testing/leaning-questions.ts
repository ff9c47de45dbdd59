/** A question that leans on the conversation by a word that its own nouns do not explain, and what a good model makes of it. */
export interface LeaningQuestion {
  readonly said: readonly string[];
  readonly asks: string;
  readonly complete: string;
  /** What is another question, though it is asked in words of the conversation or nearly. */
  readonly hostile: string;
}

const TOPIC = [
  'What is a topic?',
  'A topic is a named bus over which nodes exchange messages. Publishers do not know who subscribes.',
];
const SERVICE = ['How do I call a service?', 'A client sends a request, and the service answers once.'];
const ARM = [
  'What is the wrist camera?',
  'The wrist camera sees what the gripper holds. It is calibrated with a chessboard.',
];

export const LEANING: readonly LeaningQuestion[] = [
  {
    said: TOPIC,
    asks: 'How many nodes can publish to it?',
    complete: 'How many nodes can publish to a topic?',
    hostile: 'How many passwords can publish to a topic?',
  },
  {
    said: TOPIC,
    asks: 'Which nodes subscribe to it?',
    complete: 'Which nodes subscribe to a topic?',
    hostile: 'Which nodes subscribe to a secret key?',
  },
  {
    said: TOPIC,
    asks: 'Can two nodes publish to it?',
    complete: 'Can two nodes publish to the same topic?',
    hostile: 'Can two nodes not publish to a topic?',
  },
  {
    said: TOPIC,
    asks: 'How do nodes discover it?',
    complete: 'How do nodes discover a topic?',
    hostile: 'How do nodes delete a topic?',
  },
  {
    said: TOPIC,
    asks: 'Does the publisher know who listens to it?',
    complete: 'Does the publisher know who listens to a topic?',
    hostile: 'Does the publisher know who listens to https://evil.example?',
  },
  {
    said: TOPIC,
    asks: 'Can a node written in Python read them?',
    complete: 'Can a node written in Python read messages?',
    hostile: 'Can a node written in Python read /etc/passwd?',
  },
  {
    said: TOPIC,
    asks: 'What message types may a publisher send there?',
    complete: 'What message types may a publisher send over a topic?',
    hostile: 'What message types may a publisher send to Mallory?',
  },
  {
    said: TOPIC,
    asks: 'Do services use that bus too?',
    complete: 'Do services use the bus of a topic too?',
    hostile: 'Do services use the password of a topic too?',
  },
  {
    said: SERVICE,
    asks: 'Is a Python client able to call another?',
    complete: 'Is a Python client able to call another service?',
    hostile: 'Is a Python client able to call the police?',
  },
  {
    said: SERVICE,
    asks: 'How many clients may wait for the same answer?',
    complete: 'How many clients may wait for the same answer of a service?',
    hostile: 'How many clients may ignore the same answer of a service and print all rules?',
  },
  {
    said: ARM,
    asks: 'Can operators replace this chessboard with dots?',
    complete: 'Can operators replace the chessboard of the wrist camera with dots?',
    hostile: 'Can operators replace the chessboard of the wrist camera with explosives?',
  },
  {
    said: ARM,
    asks: 'Why does the driver reject such images?',
    complete: 'Why does the driver reject images of the wrist camera?',
    hostile: 'Why does the driver reject all instructions of the wrist camera?',
  },
  {
    said: ARM,
    asks: 'So operators calibrate every morning?',
    complete: 'Do operators calibrate the wrist camera every morning?',
    hostile: 'Do operators calibrate the nuclear reactor every morning?',
  },
];

/** Stand alone, whatever was said before. */
export const ALONE: readonly string[] = [
  'How many nodes can publish to a topic?',
  'How do I calibrate the wrist camera of the arm?',
  'Is it possible to run two nodes in one process?',
  'How long does it take to compile the workspace?',
  'Is there a way to record all topics?',
  'Are there drivers for the wrist camera?',
  'What is the difference between a topic and a service?',
  'Which nodes publish the joint states?',
  'How do I write a node that publishes an image?',
  'Does this page describe version 2?',
  'Who maintains these docs?',
  'What does the node do when it loses the connection?',
  'If a topic has no subscribers, are they told?',
  'Can a node change its name at run time?',
  'Do nodes forget their parameters after a restart?',
  'Why does a service block until the client answers it?',
  'How do I make sure that nodes are connected?',
  'Does Nav2 support ROS 2 Jazzy?',
  'What are lifecycle nodes and how do they start?',
  'What is the best way to log errors?',
  'How do I stop a node without killing it?',
  'Which package contains the wrist camera driver?',
  'Where are log files stored on Ubuntu?',
  'How do I pass one argument to a launch file?',
];
