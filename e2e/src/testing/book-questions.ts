/** Path of the page that answers each suggested question of the sample book. */
export const STARTERS: Readonly<Record<string, string>> = {
  'What is physical AI?': '/docs/foundations/what-is-physical-ai',
  'How do I install ROS 2?': '/docs',
  'When are publisher and subscriber incompatible?': '/docs/robot-software/nodes-and-topics',
  'What is domain randomisation?': '/docs/learning-and-humanoids/robot-learning',
  'What is the capture point?': '/docs/learning-and-humanoids/humanoid-balance-and-gait',
  'Why do my subscribers get no messages although the topic exists?': '/docs/reference/faq',
  'How does a Kalman filter weigh a measurement?': '/docs/perception/state-estimation',
  'فزیکل اے آئی کیا ہے؟': '/ur/docs/foundations/what-is-physical-ai',
  'ٹاپک موجود ہے، پھر بھی میرے سبسکرائبر کو پیغام کیوں نہیں ملتے؟': '/ur/docs/reference/faq',
  'کیا ہیومنائیڈ کو محفوظ بنانے کے لیے emergency stop کافی ہے؟': '/ur/docs/reference/faq',
};
