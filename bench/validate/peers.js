import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import Ajv from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { scope } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

const settings = { strict: false, discriminator: true, validateSchema: false };

/** Checks of other libraries for one schema, by name: from JSON Schema, or in the library's own notation. */
export function peersOf(schema) {
  const typebox = TypeCompiler.Compile(inTypeBox(schema));
  const arktype = inArkType(schema);
  const valibot = inValibot(schema);
  const zod = inZod(schema);
  return {
    'ajv (compiled)': new Ajv(settings).compile(schema),
    'ajv (standalone)': standalone(schema),
    'TypeBox (compiled)': (value) => typebox.Check(value),
    ArkType: (value) => arktype.allows(value),
    Valibot: (value) => v.safeParse(valibot, value).success,
    'Zod 4': (value) => zod.safeParse(value).success,
  };
}

/** ajv with `allErrors`, for comparison with full checks. */
export function reportOfAjv(schema) {
  const validate = new Ajv({ ...settings, allErrors: true }).compile(schema);
  return (value) => (validate(value) ? [] : validate.errors);
}

function standalone(schema) {
  const ajv = new Ajv({ ...settings, code: { source: true } });
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'check.cjs');
  writeFileSync(file, standaloneCode(ajv, ajv.compile(schema)));
  return createRequire(import.meta.url)(file);
}

const pattern = (text) => new RegExp(text, 'u');
const membersOf = (schema, each) =>
  Object.fromEntries(
    Object.entries(schema.properties).map(([name, member]) => [
      name,
      each(member, schema.required.includes(name)),
    ]),
  );

function inTypeBox(schema, self) {
  const inside = (each) => inTypeBox(each, self);
  if (schema.$ref !== undefined) return self;
  if (schema.enum !== undefined) return Type.Union(schema.enum.map((value) => Type.Literal(value)));
  if (schema.oneOf !== undefined) return Type.Union(schema.oneOf.map(inside));
  const { type, items, properties: _properties, required: _required, ...rest } = schema;
  switch (type) {
    case 'object': {
      const object = (me) =>
        Type.Object(
          membersOf(schema, (member, needed) =>
            needed ? inTypeBox(member, me) : Type.Optional(inTypeBox(member, me)),
          ),
        );
      return self === undefined && isRecursive(schema) ? Type.Recursive(object) : object(self);
    }
    case 'array':
      return Type.Array(inside(items), rest);
    case 'string':
      return Type.String(rest);
    case 'boolean':
      return Type.Boolean();
    default:
      return type === 'integer' ? Type.Integer(rest) : Type.Number(rest);
  }
}

const isRecursive = (schema) => JSON.stringify(schema).includes('"$ref":"#"');

function inArkType(schema) {
  const aliases = {};
  let count = 0;
  const name = (definition) => {
    const alias = `part${(count += 1)}`;
    aliases[alias] = definition;
    return alias;
  };
  const say = (each) => {
    if (each.$ref !== undefined) return 'root';
    if (each.enum !== undefined) return each.enum.map((value) => `'${value}'`).join(' | ');
    if (each.oneOf !== undefined) return each.oneOf.map(say).join(' | ');
    switch (each.type) {
      case 'object':
        return name(
          Object.fromEntries(
            Object.entries(each.properties).map(([key, member]) => [
              each.required.includes(key) ? key : `${key}?`,
              say(member),
            ]),
          ),
        );
      case 'array':
        return bounded(`(${say(each.items)})[]`, each.minItems, each.maxItems);
      case 'string':
        return each.pattern === undefined
          ? bounded('string', undefined, each.maxLength)
          : `/${each.pattern}/`;
      case 'integer':
        return `number.integer${each.minimum === undefined ? '' : ` >= ${each.minimum}`}`;
      case 'number':
        return each.exclusiveMinimum === undefined ? 'number' : `number > ${each.exclusiveMinimum}`;
      default:
        return each.type;
    }
  };
  const root = say(schema);
  return scope({ ...aliases, root }).export().root;
}

/** ArkType writes bounds on both sides of the value. */
function bounded(definition, least, most) {
  if (most === undefined) return definition;
  return least === undefined ? `${definition} <= ${most}` : `${least} <= ${definition} <= ${most}`;
}

function inValibot(schema) {
  const say = (each) => {
    if (each.$ref !== undefined) return v.lazy(() => root);
    if (each.enum !== undefined) return v.picklist(each.enum);
    if (each.oneOf !== undefined)
      return v.variant(each.discriminator.propertyName, each.oneOf.map(say));
    const limits = [
      ...(each.maxLength === undefined ? [] : [v.maxLength(each.maxLength)]),
      ...(each.minItems === undefined ? [] : [v.minLength(each.minItems)]),
      ...(each.maxItems === undefined ? [] : [v.maxLength(each.maxItems)]),
      ...(each.pattern === undefined ? [] : [v.regex(pattern(each.pattern))]),
      ...(each.type === 'integer' ? [v.integer()] : []),
      ...(each.minimum === undefined ? [] : [v.minValue(each.minimum)]),
      ...(each.exclusiveMinimum === undefined ? [] : [v.gtValue(each.exclusiveMinimum)]),
    ];
    const limited = (base) => (limits.length === 0 ? base : v.pipe(base, ...limits));
    switch (each.type) {
      case 'object':
        return v.object(
          membersOf(each, (member, needed) => (needed ? say(member) : v.optional(say(member)))),
        );
      case 'array':
        return limited(v.array(say(each.items)));
      case 'string':
        return limited(v.string());
      case 'boolean':
        return v.boolean();
      default:
        return limited(v.number());
    }
  };
  const root = say(schema);
  return root;
}

/** Converts a schema to Zod. */
export function zodOf(schema) {
  return inZod(schema);
}

function inZod(schema) {
  const say = (each) => {
    if (each.$ref !== undefined) return z.lazy(() => root);
    if (each.enum !== undefined)
      return each.enum.length === 1 ? z.literal(each.enum[0]) : z.enum(each.enum);
    if (each.oneOf !== undefined)
      return z.discriminatedUnion(each.discriminator.propertyName, each.oneOf.map(say));
    switch (each.type) {
      case 'object':
        return z.object(
          membersOf(each, (member, needed) => (needed ? say(member) : say(member).optional())),
        );
      case 'array': {
        let list = z.array(say(each.items));
        if (each.minItems !== undefined) list = list.min(each.minItems);
        return each.maxItems === undefined ? list : list.max(each.maxItems);
      }
      case 'string': {
        let text = z.string();
        if (each.maxLength !== undefined) text = text.max(each.maxLength);
        return each.pattern === undefined ? text : text.regex(pattern(each.pattern));
      }
      case 'boolean':
        return z.boolean();
      default: {
        let number = z.number();
        if (each.type === 'integer') number = number.int();
        if (each.minimum !== undefined) number = number.min(each.minimum);
        return each.exclusiveMinimum === undefined ? number : number.gt(each.exclusiveMinimum);
      }
    }
  };
  const root = say(schema);
  return root;
}
