import { describeHttpFaults } from './http-faults-fixture.ts';

describeHttpFaults(1);
