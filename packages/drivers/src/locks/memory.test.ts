import { describeLock } from '@ibid/testkit';
import { memoryLock } from './memory.ts';

describeLock({
  name: 'memory',
  lacks: ['mortal'],
  make: async () => {
    const [lock, other] = [memoryLock({ name: 'one' }), memoryLock({ name: 'other' })];
    return { lock: () => lock, otherLock: () => other, remove: async () => undefined };
  },
});
