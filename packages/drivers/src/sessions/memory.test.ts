import { describeSessions } from '@ibid/testkit';
import { memorySessions } from './memory.ts';

describeSessions({
  name: 'memory',
  lacks: ['durable', 'turns'],
  make: async () => ({ driver: memorySessions, bytes: undefined, remove: async () => undefined }),
});
