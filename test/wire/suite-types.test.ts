import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { typeErrors } from '../types/compiler.js';
import { readTopics } from './suite/case.js';
import { generateTopic } from './suite/generated.js';

test('all generated code of the suite compiles with the strictest options', async () => {
  const folder = resolve('.tallystick/wire');
  rmSync(folder, { recursive: true, force: true });
  for (const topic of readTopics()) {
    const { files } = await generateTopic(topic);
    for (const [path, text] of files) {
      const file = join(folder, topic.name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  const config = { extends: '../../tsconfig.json', include: ['**/*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  expect(await typeErrors(folder)).toEqual([]);
}, 120_000);
