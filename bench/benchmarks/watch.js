import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));

/** Documents with the milliseconds that one edit may take. */
const documents = [
  ['stripe.com.json', 300],
  ['octokit-openapi-23.0.2__api.github.com.json', 600],
];

/** The time from saving a document with one edit until its package is written, in a warm process. */
export async function benchmarkWatch({ quick }) {
  for (const [name, aim] of documents) {
    const document = join(shared, 'corpus/openapi', name);
    if (!existsSync(document)) {
      console.log(`\nskipped: ${name}, because the folder of shared documents is not here`);
      continue;
    }
    for (const [what, createEdit] of kinds) {
      const { wall, cpu } = await measureEdits(document, createEdit, quick ? 2 : 12);
      const title = `one edit of ${what} in ${name} while watching`;
      printTable(title, 'milliseconds', [
        { name: 'by the clock', figure: wall },
        { name: 'CPU of all threads', figure: cpu },
      ]);
      printAim(title, wall, aim, 'ms');
    }
  }
}

/** Functions that create an edit for the text of a document. */
const kinds = [
  ['a description', createDescriptionEdit],
  ['a type', createTypeEdit],
  ['an added property', () => editValue(addProperty)],
  ['an enum', () => editValue(extendEnum)],
  ['an added parameter', () => editValue(addParameter)],
  ['an added operation', () => editValue(addOperation)],
];

/** A description in the middle, which gets longer with each edit. */
function createDescriptionEdit(text) {
  const middle = Math.floor(text.length / 2);
  const start = middle + text.slice(middle).search(/(?<="description": ?")\w/);
  return (current) => `${current.slice(0, start)}x${current.slice(start)}`;
}

/** A property in the middle of the schemas, which is a string and a boolean by turns. */
function createTypeEdit(text) {
  const schemas = text.search(/"components": ?\{/);
  const middle = schemas + Math.floor((text.length - schemas) / 2);
  const start = middle + text.slice(middle).search(/"type": ?"string"/);
  return (current) => {
    const rest = current.slice(start);
    const [from, to] = /^"type": ?"string"/.test(rest)
      ? ['string', 'boolean']
      : ['boolean', 'string'];
    return current.slice(0, start) + rest.replace(`"${from}"`, `"${to}"`);
  };
}

/** An edit of the content, with a name that no earlier edit has used. */
function editValue(change) {
  let count = 0;
  return (current) => {
    const document = JSON.parse(current);
    change(document, `added${(count += 1)}`);
    return JSON.stringify(document, undefined, 2);
  };
}

/** The first of the second half of some values that a condition accepts. */
function middleOf(values, accepts) {
  return values.slice(values.length >> 1).find(accepts);
}

function addProperty({ components }, name) {
  const { properties } = middleOf(Object.values(components.schemas), (each) => each.properties);
  properties[name] = { type: 'integer' };
}

function extendEnum({ components }, name) {
  const properties = Object.values(components.schemas).flatMap((schema) =>
    Object.values(schema.properties ?? {}),
  );
  middleOf(properties, (each) => each.type === 'string' && each.enum).enum.push(name);
}

function addParameter({ paths }, name) {
  const { get } = middleOf(Object.values(paths), (each) => each.get?.parameters);
  get.parameters.push({ name, in: 'query', schema: { type: 'integer' } });
}

function addOperation({ paths }, name) {
  const path = middleOf(Object.keys(paths), (each) => paths[each].get?.operationId);
  const { get } = paths[path];
  paths[`${path}/${name}`] = { get: { ...get, operationId: get.operationId + name } };
}

/** The best of several edits, without the first run. */
async function measureEdits(document, createEdit, edits) {
  const { diskHost, watch } = await import(join(root, 'generator/dist/index.js'));
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const file = join(folder, 'api.json');
  let text = readFileSync(document, 'utf8');
  const edit = createEdit(text);
  writeFileSync(file, text);
  const ended = new AbortController();
  const figures = [];
  let saved;
  const save = () => {
    text = edit(text);
    saved = { time: performance.now(), cpu: process.cpuUsage() };
    writeFileSync(file, text);
  };
  await watch({ documents: ['api.json'], out: 'out' }, diskHost(folder), {
    signal: ended.signal,
    onResult({ ok }) {
      if (!ok) throw new Error('the edited document is not generated');
      if (saved !== undefined) {
        const { user, system } = process.cpuUsage(saved.cpu);
        figures.push({ wall: performance.now() - saved.time, cpu: (user + system) / 1000 });
      }
      if (figures.length === edits) ended.abort();
      else setTimeout(save, 100);
    },
    onFault(error) {
      throw error;
    },
  });
  rmSync(folder, { recursive: true, force: true });
  return {
    wall: Math.min(...figures.map(({ wall }) => wall)),
    cpu: Math.min(...figures.map(({ cpu }) => cpu)),
  };
}
