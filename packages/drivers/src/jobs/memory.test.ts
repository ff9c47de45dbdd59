import { describeJobs } from '@ibid/testkit';
import { memoryJobs } from './memory.ts';

describeJobs({
  name: 'memory',
  lacks: ['durable', 'shared'],
  make: async () => {
    const driver = memoryJobs();
    return { driver: () => driver, remove: async () => undefined };
  },
});
