import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskHost } from '../../../generator/index.js';
import { follow, pets, textOf, type Following } from './following.js';

let folder: string;
let following: Following | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-watch-')));
});
afterEach(async () => {
  await following?.end();
  following = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string): string => join(folder, path);
const write = (path: string, text: string): void => writeFileSync(at(path), text);
const types = (out = 'api'): string => readFileSync(at(`${out}/types.ts`), 'utf8');
const object = (property: string): string =>
  `{ type: object, properties: { ${property}: { type: string } } }`;

async function followPets(): Promise<Following> {
  write('pets.yaml', pets(object('first')));
  following = follow({ documents: ['pets.yaml'], out: 'api' }, diskHost(folder));
  expect((await following.next()).ok).toBe(true);
  expect(types()).toContain('first?: string');
  return following;
}

describe('a change of the document is generated', () => {
  test.each<[string, (text: string) => void | Promise<void>]>([
    ['if it is written in place', (text) => write('pets.yaml', text)],
    [
      'if the editor saves by rename',
      (text) => {
        write('.pets.yaml.swp', text);
        renameSync(at('.pets.yaml.swp'), at('pets.yaml'));
      },
    ],
    [
      'if the editor keeps a backup',
      (text) => {
        renameSync(at('pets.yaml'), at('pets.yaml~'));
        write('pets.yaml', text);
      },
    ],
    [
      'if it is deleted and created again',
      (text) => {
        rmSync(at('pets.yaml'));
        write('pets.yaml', text);
      },
    ],
    [
      'if it is written in several chunks',
      async (text) => {
        write('pets.yaml', '');
        for (const character of text) {
          appendFileSync(at('pets.yaml'), character);
          await new Promise((settle) => setImmediate(settle));
        }
      },
    ],
  ])('%s', async (_, save) => {
    const { next } = await followPets();
    for (const property of ['second', 'third']) {
      await save(pets(object(property)));
      await next(({ ok }) => ok && types().includes(`${property}?: string`));
    }
  });
});

test('a document with errors writes nothing, and its correction clears them', async () => {
  const { next } = await followPets();
  const before = types();
  write('pets.yaml', pets("{ $ref: '#/components/schemas/Pot' }"));
  const broken = await next(({ ok }) => !ok);
  expect(textOf(broken)).toContain('pets.yaml:6:18: error');
  expect(types()).toBe(before);
  write('pets.yaml', pets(object('second')));
  expect((await next(({ ok }) => ok)).diagnostics).toEqual([]);
  expect(types()).toContain('second?: string');
});

test('files are followed from when they are referenced to when they are not', async () => {
  mkdirSync(at('shared'));
  write('shared/pet.yaml', `Pet: ${object('shared')}\n`);
  const { next, results } = await followPets();
  const reference = pets("{ $ref: 'shared/pet.yaml#/Pet' }");
  write('pets.yaml', reference);
  const referenced = await next(() => types().includes('shared?: string'));
  expect(referenced.files).toEqual([at('pets.yaml'), at('shared/pet.yaml')]);
  rmSync(at('shared'), { recursive: true });
  await next(({ ok }) => !ok);
  mkdirSync(at('shared'));
  write('shared/pet.yaml', `Pet: ${object('again')}\n`);
  await next(({ ok }) => ok && types().includes('again?: string'));
  write('pets.yaml', pets(object('own')));
  const alone = await next(() => types().includes('own?: string'));
  expect(alone.files).toEqual([at('pets.yaml')]);
  // A run would come before that of the next change.
  const runs = results.length;
  write('shared/pet.yaml', `Pet: ${object('unused')}\n`);
  write('pets.yaml', pets(object('last')));
  await next(() => types().includes('last?: string'));
  expect(results).toHaveLength(runs + 1);
});

test('a document that is missing is generated once it is there', async () => {
  following = follow({ documents: ['spec/pets.yaml'], out: 'api' }, diskHost(folder));
  expect(textOf(await following.next())).toContain('spec/pets.yaml');
  mkdirSync(at('spec'));
  write('spec/pets.yaml', pets(object('late')));
  await following.next(({ ok }) => ok);
  expect(types()).toContain('late?: string');
});

test('a document behind a link is followed', async () => {
  mkdirSync(at('elsewhere'));
  write('elsewhere/pets.yaml', pets(object('first')));
  symlinkSync(at('elsewhere/pets.yaml'), at('pets.yaml'));
  following = follow({ documents: ['pets.yaml'], out: 'api' }, diskHost(folder));
  await following.next(({ ok }) => ok);
  write('elsewhere/pets.yaml', pets(object('second')));
  await following.next(() => types().includes('second?: string'));
});

test('a burst of changes is one run, and the output folder is not followed', async () => {
  const { next, reasons, results } = await followPets();
  for (let index = 0; index < 50; index++) write('pets.yaml', pets(object(`p${index}`)));
  await next(() => types().includes('p49?: string'));
  expect(results.length).toBeLessThan(20);
  write('api/types.ts', `${types()}// edited\n`);
  write('pets.yaml', pets(object('second')));
  const refused = await next(({ ok }) => !ok);
  expect(textOf(refused)).toContain('edited by hand');
  expect(new Set(reasons.flat())).toEqual(new Set([at('pets.yaml')]));
});

test('a change of the config file starts again', async () => {
  write('pets.yaml', pets(object('first')));
  const config = (out: string, more = ''): string =>
    `packages: [{ documents: [pets.yaml], out: ${out}${more} }]\n`;
  write('tallystick.yaml', config('api'));
  following = follow({ config: 'tallystick.yaml' }, diskHost(folder));
  await following.next(({ ok }) => ok);
  write('tallystick.yaml', config('other'));
  await following.next(({ packages }) => packages.some(({ out }) => out === 'other'));
  expect(types('other')).toContain('first?: string');
  write('tallystick.yaml', config('other', ', zot: true'));
  expect(textOf(await following.next(({ ok }) => !ok))).toContain('"zot"');
  write('tallystick.yaml', config('other', ', zod: true'));
  await following.next(({ ok }) => ok);
  expect(readFileSync(at('other/zod.ts'), 'utf8')).toContain('first');
});
