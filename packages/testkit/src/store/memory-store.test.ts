import { describeStore } from '../describe-store.ts';
import { memoryStore } from './memory-store.ts';

describeStore({
  name: 'memory',
  lacks: ['durable'],
  make: async () => ({ driver: memoryStore, remove: async () => undefined }),
});
