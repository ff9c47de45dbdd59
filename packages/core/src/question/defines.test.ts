import { expect, test } from 'vitest';
import { defines, isSameName } from './defines.ts';

test.each([
  ['topic', 'A topic is a named channel.'],
  ['topic', 'Topics are the channels of the graph.'],
  ['taxonomy', 'A taxonomy (plural: taxonomies) is a group of terms.'],
  ['planner', 'A planner finds a path.'],
  ['closure', 'In Rust, a closure is an anonymous function.'],
  ['front matter', 'The term front matter refers to the metadata of a page.'],
  ['baud rate', 'Baud rate, also called symbol rate, means symbols a second.'],
  ['immer', 'Immer is a library for immutable updates.'],
  ['crate', 'A Rust crate is either a library or a program.'],
  ['spies', 'Mock functions are also known as "spies".'],
  ['qos', 'Quality of service (QoS) says what happens to messages.'],
  ['vla', 'A vision-language-action model (VLA) takes images.'],
  ['qos', 'Quality of service (QoS): rules for delivering messages.'],
  ['ros 2', 'ROS2 (Robot Operating System 2) is not just a framework but a way of talking.'],
  ['ros2', 'ROS 2 is a set of libraries.'],
  ['container', 'In 2024, a container is a box.'],
  ['sfc', 'Components (abbreviated as SFC) have their own format.'],
])('%s is defined by: %s', (subject, sentence) => {
  expect(defines(sentence, subject)).toBe(true);
});

test.each([
  ['', 'It is a channel.'],
  ['topic', 'Topics are configured in the file.'],
  ['topic', 'If the name of the topic is a number, quote it.'],
  ['topic', 'The topic is ignored.'],
  ['topic', 'A topic is not only a queue.'],
  ['topic', 'Publish to a topic. A node is a program.'],
  ['planner', 'The planner finds a path in the example.'],
  ['planner', 'The new planner is a program.'],
  ['option', 'This option is the default.'],
  ['token', 'Your token is a secret.'],
  ['planner', 'It is also called by the planner.'],
  ['qos', 'Check the quality of service (QoS) of both.'],
  ['dds', 'Every vendor (DDS) ships its own.'],
  ['pod', 'A pod is similar to a set of containers.'],
  ['service', 'Choose the service that is the nearest.'],
])('%s is not defined by: %s', (subject, sentence) => {
  expect(defines(sentence, subject)).toBe(false);
});

test('a name with a number is the same however it is joined', () => {
  expect([isSameName('ros 2', 'ros2'), isSameName('utf-8', 'utf8'), isSameName('ros 1', 'ros2')]).toEqual([
    true,
    true,
    false,
  ]);
});
