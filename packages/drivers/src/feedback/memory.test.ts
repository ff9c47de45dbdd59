import { describeFeedback } from '@ibid/testkit';
import { memoryFeedback } from './memory.ts';

describeFeedback({
  name: 'memory',
  lacks: ['durable'],
  make: async () => ({ driver: memoryFeedback, remove: async () => undefined }),
});
