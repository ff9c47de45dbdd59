import type { Dialogue } from './dialogues.ts';

/** What becomes the topic, and what ends it. */
export const TOPIC_DIALOGUES: Readonly<Record<string, readonly Dialogue[]>> = {
  'a light noun is the topic where a question names nothing else': [
    { said: ['What is a parameter?', ''], asks: 'show me an example', carries: ['parameter'] },
    { said: ['What is a parameter?', ''], asks: 'Tell me more', carries: ['parameter'] },
    { said: ['What is a parameter?', ''], asks: 'What is it for?', carries: ['parameter'] },
    { said: ['What is a parameter?', ''], asks: 'and in version 2?', carries: ['parameter'] },
    {
      said: ['What is a node?', '', 'What is a parameter?', ''],
      asks: 'How do I declare it?',
      carries: ['parameter'],
      lacks: ['node'],
    },
    { said: ['What is a node?', ''], asks: 'What is a parameter?', carries: [] },
    { said: ['What are parameters?', ''], asks: 'show me an example', carries: ['parameters'] },
    {
      said: ['What is a node?', '', 'How do I set a parameter?', ''],
      asks: 'How do I declare it?',
      carries: ['parameter'],
    },
    {
      said: ['What is a node?', '', 'What is the price?', ''],
      asks: 'How do I declare it?',
      carries: ['node'],
      lacks: ['price'],
    },
    { said: ['What is the time step?', ''], asks: 'How small should it be?', carries: ['time step'] },
    { said: ['What is imitation learning?', ''], asks: 'How do I use it?', carries: ['imitation learning'] },
    { said: ['What is machine learning?', ''], asks: 'What is it for?', carries: ['machine learning'] },
    { said: ['What is a capture point?', ''], asks: 'How is it computed?', carries: ['capture point'] },
    { said: ['What is a launch argument?', ''], asks: 'How do I set it?', carries: ['launch argument'] },
  ],
  'thanks and asides leave the topic as it is': [
    {
      said: ['What is a Kalman filter?', '', 'Thanks a lot, that helps', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Thanks'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Thanks, very helpful', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Thanks'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Wonderful!', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Wonderful'],
    },
    {
      said: ['What is a Kalman filter?', '', 'bye', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['bye'],
    },
    {
      said: ['What is a Kalman filter?', '', 'lol', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['lol'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Merci', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Merci'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Danke', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Danke'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Danke schön, super!', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Danke'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Thanks again for that, that really helps a lot.', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['Thanks'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Thank you very much for your help', ''],
      asks: 'show me an example',
      carries: ['Kalman filter'],
      lacks: ['help'],
    },
    { said: ['What is a Kalman filter?', ''], asks: 'Perfect, that answers my question', carries: [] },
    { said: ['What is a Kalman filter?', ''], asks: 'Next question please', carries: [] },
    { said: ['What is a Kalman filter?', ''], asks: 'Wonderful!', carries: [] },
    { said: ['What is a Kalman filter?', ''], asks: 'Thanks, very helpful', carries: [] },
    {
      said: ['What is a class?', '', 'super class initialisers', ''],
      asks: 'show me an example',
      carries: ['super class'],
    },
  ],
  'a change of the subject ends what was spoken of': [
    {
      said: ['What is a Kalman filter?', '', 'Forget that. What is Nav2?', ''],
      asks: 'show me an example',
      carries: ['Nav2'],
      lacks: ['Kalman', 'forget'],
    },
    {
      said: ['What is a Kalman filter?', '', 'Now something else: what is a watchdog?', ''],
      asks: 'What happens when it fires?',
      carries: ['watchdog'],
      lacks: ['Kalman', 'else'],
    },
    { said: ['What is a Kalman filter?', '', 'Forget that.', ''], asks: 'show me an example', carries: [] },
    {
      said: ['What is a Kalman filter?', ''],
      asks: 'How do I forget a paired device?',
      carries: [],
    },
  ],
};
