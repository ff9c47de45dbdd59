'use strict';
/**
 * Docusaurus compiles plugins and everything they import with its own transpiler, which breaks current syntax and workers. This file is
 * plain CommonJS, which it passes to Node unchanged; Node then loads the rest.
 */
const WANTED = [22, 13];
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1]);

if (isOld) {
  // A missing panel must not stop the site, so the build continues without it.
  process.stderr.write(
    `[ibid] The panel is left out: this is Node ${process.versions.node}, and Ibid needs ${WANTED.join('.')} or newer.\n` +
      '[ibid] Fix: build the site with Node 24, or take `@ibid/docusaurus-plugin` out of `docusaurus.config`.\n',
  );
  module.exports = () => ({ name: '@ibid/docusaurus-plugin' });
  module.exports.validateOptions = ({ options }) => options;
} else {
  const { default: plugin, validateOptions, getSwizzleConfig } = require('./dist/index.js');
  module.exports = plugin;
  module.exports.validateOptions = validateOptions;
  module.exports.getSwizzleConfig = getSwizzleConfig;
}
