import { stringify } from 'yaml';
import type { PackageRequest } from '../../../generator/index.js';
import type { Json } from '../../../generator/model/schema.js';
import { editCommonly, editProse, editRandomly } from './random-edits.js';

/** A config file and a description, of which a part may be in a second file, as a session of edits leaves them. */
export interface RandomProject {
  /** Texts of the files by path. */
  files(): ReadonlyMap<string, string>;
  /** Makes one edit in one of the files. A text that the last edit broke is mended first. */
  edit(): void;
  /** Undoes what made the description faulty: the edit that broke its text, or else all edits. */
  repair(): void;
}

/** Shares of the edits that break the text of a file, and that change an option of the package. */
const shares = { broken: 0.08, setting: 0.08 };

/** Creates a project in a format and with a division into files that are chosen at random. `prose` is the share of edits of prose. */
export function createProject(
  original: Json,
  options: Partial<PackageRequest>,
  prose: number,
  random: () => number,
): RandomProject {
  const suffix = random() < 0.4 ? 'yaml' : 'json';
  const entry = `api.${suffix}`;
  const part = `part.${suffix}`;
  const isDivided = random() < 0.4;
  const settings = [options, { ...options, int64: 'bigint' }, { ...options, openEnums: true }];
  const copy = (): Json => JSON.parse(JSON.stringify(original)) as Json;
  let documents = isDivided ? divide(copy(), entry, part, random) : new Map([[entry, copy()]]);
  let setting = 0;
  let broken: string | undefined;
  const textOf = (value: Json): string =>
    suffix === 'yaml' ? stringify(value, { aliasDuplicateObjects: false }) : JSON.stringify(value);
  return {
    files() {
      const job = { documents: [entry], out: 'out', ...settings[setting] };
      const texts = new Map([['tallystick.json', JSON.stringify({ packages: [job] })]]);
      for (const [path, value] of documents) {
        const text = textOf(value);
        texts.set(path, path === broken ? text.slice(0, text.length * 0.7) : text);
      }
      return texts;
    },
    edit() {
      broken = undefined;
      const paths = [...documents.keys()];
      const path = paths[Math.floor(random() * paths.length)] ?? entry;
      const value = documents.get(path) ?? null;
      const isProse = random() < prose;
      const action = random();
      if (isProse) editProse(value, random);
      else if (action < shares.broken) broken = path;
      else if (action < shares.broken + shares.setting) setting = (setting + 1) % settings.length;
      else if (random() < 0.5) editCommonly(value, random);
      else editRandomly(value, random);
    },
    repair() {
      if (broken === undefined) documents = new Map([[entry, copy()]]);
      broken = undefined;
    },
  };
}

/** Moves a named schema to a second file, and leaves a reference to it. */
function divide(
  document: Json,
  entry: string,
  part: string,
  random: () => number,
): Map<string, Json> {
  const { components } = document as { readonly components?: { readonly schemas?: Members } };
  const schemas = components?.schemas ?? {};
  const names = Object.keys(schemas).filter((each) => /^\w+$/.test(each));
  const name = names[Math.floor(random() * names.length)];
  if (name === undefined) return new Map([[entry, document]]);
  const moved = JSON.stringify({ [name]: schemas[name] ?? true });
  schemas[name] = { $ref: `${part}#/${name}` };
  const withReferences = moved.replaceAll('"$ref":"#/', `"$ref":"${entry}#/`);
  return new Map([
    [entry, document],
    [part, JSON.parse(withReferences) as Json],
  ]);
}

interface Members {
  [name: string]: Json;
}
