import { expect, test } from 'vitest';
import { setVersion } from '../../../generator/release/config-version.js';

test.each([
  [
    'a version',
    'packages:\n  - package: a\n    version: 1.0.0 # now\n',
    'packages:\n  - package: a\n    version: 2.0.0 # now\n',
  ],
  [
    'a version in quotes',
    "packages: [{ package: 'a', version: '1.0.0' }]",
    "packages: [{ package: 'a', version: '2.0.0' }]",
  ],
  [
    'none',
    "packages:\n  - package: '@b/c'\n  - out: x\n    package: a # its name\n    license: MIT\n",
    "packages:\n  - package: '@b/c'\n  - out: x\n    package: a # its name\n    version: 2.0.0\n    license: MIT\n",
  ],
  [
    'none, at the end of the text',
    'packages:\n  - package: a',
    'packages:\n  - package: a\n    version: 2.0.0',
  ],
  [
    'none, and line ends of Windows',
    'packages:\r\n  - package: a\r\n',
    'packages:\r\n  - package: a\r\n    version: 2.0.0\r\n',
  ],
  [
    'none, on one line',
    'packages: [{ out: x, package: a, license: MIT }]',
    'packages: [{ out: x, package: a, version: 2.0.0, license: MIT }]',
  ],
  [
    'none, in JSON',
    '{\n  "packages": [\n    {\n      "package": "a"\n    }\n  ]\n}\n',
    '{\n  "packages": [\n    {\n      "package": "a",\n      "version": "2.0.0"\n    }\n  ]\n}\n',
  ],
  ['an alias', 'v: &v 1.0.0\npackages: [{ package: a, version: *v }]', undefined],
  ['no such package', 'packages: [{ package: b }]', undefined],
])('sets the version where a config file has %s', (_, text, want) => {
  expect(setVersion(text, 'a', '2.0.0')).toBe(want);
});
