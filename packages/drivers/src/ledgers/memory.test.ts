import { describeLedger } from '@ibid/testkit';
import { memoryLedger } from './memory.ts';

describeLedger({
  name: 'memory',
  lacks: ['durable'],
  make: async () => ({ driver: memoryLedger, remove: async () => undefined }),
});
