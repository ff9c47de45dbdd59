import { describeLateWrites } from './late-writes-fixture.ts';

describeLateWrites(40);
