import { configureGlobal } from 'fast-check';

// By default, fast-check draws about ten elements at most, whatever `maxLength` or `max` says.
configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
