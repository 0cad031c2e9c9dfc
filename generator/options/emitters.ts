import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { OptionType } from './option.js';
import { readItems, readMembers, readText } from './read-members.js';

/** An emitter of a package: its name, a module of the project, or a package. */
export interface EmitterRequest {
  /** Name such as `client`, path such as `./emitters/docs.ts`, or name of an npm package. */
  readonly name: string;
  /** Values of the emitter's options. */
  readonly options?: { readonly [name: string]: Json };
  /** Origin of this setting, for diagnostics. */
  readonly origin?: Origin;
}

/** Emitters of a package. A text stands for an emitter without options. */
export type EmittersRequest = readonly (string | EmitterRequest)[];

/** A list of emitters in the config file. */
export const emittersType: OptionType<EmittersRequest> = {
  schema: {
    type: 'array',
    minItems: 1,
    items: {
      oneOf: [
        { type: 'string', minLength: 1 },
        {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            name: {
              description:
                'Name of an emitter, path of a module such as ./emitters/docs.ts, or name of an npm package.',
              type: 'string',
              minLength: 1,
            },
            options: { description: 'Options of the emitter.', type: 'object' },
          },
        },
      ],
    },
  },
  read(value, origin, reporter) {
    const items = readItems(value, origin, reporter).flatMap(
      (item, index) => readEmitter(item, childOrigin(origin, index), reporter) ?? [],
    );
    return items.length === 0 ? undefined : items;
  },
};

/** Emitters of a comma-separated list. Returns `undefined` if a name is empty. */
export function parseEmitters(text: string): EmittersRequest | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.includes('') ? undefined : names;
}

/** The part of the value that affects the output. */
export function emittersDigest(emitters: EmittersRequest): unknown {
  return emitters.map((each) =>
    typeof each === 'string' || each.options === undefined
      ? nameOf(each)
      : [each.name, each.options],
  );
}

function nameOf(emitter: string | EmitterRequest): string {
  return typeof emitter === 'string' ? emitter : emitter.name;
}

function readEmitter(value: Json, origin: Origin, reporter: Reporter): EmitterRequest | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const name = readText(value, origin, reporter);
    return name === undefined ? undefined : { name, origin };
  }
  const allowed = { required: ['name'], optional: ['options'] };
  const members = readMembers(value, origin, allowed, reporter);
  const name = readText(members?.['name'], childOrigin(origin, 'name'), reporter);
  const options = members?.['options'];
  if (name === undefined) return undefined;
  if (options === undefined) return { name, origin };
  const isTable =
    readMembers(
      options,
      childOrigin(origin, 'options'),
      { required: [], optional: namesOf(options) },
      reporter,
    ) !== undefined;
  return isTable
    ? { name, origin, options: options as { readonly [name: string]: Json } }
    : undefined;
}

function namesOf(value: Json): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
