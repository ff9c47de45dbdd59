import { describeStore } from '@ibid/testkit';
import { memoryStore } from './memory.ts';

describeStore({
  name: 'memory',
  lacks: ['durable'],
  make: async () => ({ driver: memoryStore, remove: async () => undefined }),
});
