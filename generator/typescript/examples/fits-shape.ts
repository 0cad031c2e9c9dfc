import type { Json, SchemaId } from '../../model/schema.js';
import type { Shape, Shapes, Use } from '../../model/shape/shape.js';

type JsonObject = { readonly [name: string]: Json };

/**
 * True if TypeScript accepts the literal of an example as a value of a schema. Properties that the
 * type does not have are rejected, as in a literal, and so are examples of bytes.
 */
export function fitsType(shapes: Shapes, value: Json, id: SchemaId, use: Use): boolean {
  return new Fitting(shapes, use).fits(value, shapes.of(id, use));
}

type Names = ReadonlySet<string> | 'any';

/** Compares values with shapes, each pair once: unions of unions lead to the same schemas in many ways. */
class Fitting {
  private readonly possible = new Map<Shape, Map<Json, boolean>>();
  private readonly named = new Map<Shape, Map<Json, Names>>();

  constructor(
    private readonly shapes: Shapes,
    private readonly use: Use,
  ) {}

  fits(value: Json, shape: Shape): boolean {
    if (!this.isPossible(value, shape)) return false;
    if (!isObject(value)) return true;
    const names = this.names(shape, value);
    return names === 'any' || Object.keys(value).every((name) => names.has(name));
  }

  /** True if a value has what a shape requires, with whatever else. A schema that consists of itself accepts it. */
  private isPossible(value: Json, shape: Shape): boolean {
    return once(this.possible, shape, value, true, () => this.hasRequired(value, shape));
  }

  private hasRequired(value: Json, shape: Shape): boolean {
    switch (shape.kind) {
      case 'unknown':
        return true;
      case 'never':
      case 'binary':
        return false;
      case 'null':
        return value === null;
      case 'boolean':
      case 'string':
        return typeof value === shape.kind;
      case 'number':
        return typeof value === 'number';
      case 'bigint':
        return typeof value === 'bigint' || Number.isInteger(value);
      case 'converted':
        return typeof value === 'string';
      case 'literal':
        return (
          typeof value !== 'object' &&
          String(value) === String(shape.value) &&
          isLike(value, shape.value)
        );
      case 'branded':
      case 'open-enum':
        return typeof value === shape.of || (shape.of === 'bigint' && Number.isInteger(value));
      case 'array':
        return isList(value) && value.every((item) => this.fits(item, shape.items));
      case 'tuple':
        return isList(value) && this.isTuple(value, shape);
      case 'object':
        return isObject(value) && this.isObject(value, shape);
      case 'union':
        return shape.members.some((member) => this.isPossible(value, member));
      case 'intersection':
        return shape.members.every((member) => this.isPossible(value, member));
      case 'reference':
        return this.isPossible(value, this.shapes.of(shape.target, this.use));
    }
  }

  private isTuple(
    value: readonly Json[],
    { items, required, rest }: Extract<Shape, { kind: 'tuple' }>,
  ): boolean {
    if (value.length < required) return false;
    return value.every((item, index) => {
      const shape = items[index] ?? rest;
      return shape !== undefined && this.fits(item, shape);
    });
  }

  private isObject(
    value: JsonObject,
    { members, additional, extends: bases }: Extract<Shape, { kind: 'object' }>,
  ): boolean {
    const own = new Map(members.map((member) => [member.name, member]));
    if (members.some(({ name, optional }) => !optional && !Object.hasOwn(value, name)))
      return false;
    const fitsOwn = Object.entries(value).every(([name, member]) => {
      const shape = own.get(name)?.shape ?? additional;
      return shape === undefined || this.fits(member, shape);
    });
    return fitsOwn && bases.every((id) => this.isPossible(value, this.shapes.of(id, this.use)));
  }

  /** Names of the properties that a literal of a shape may have. */
  private names(shape: Shape, value: Json): Names {
    return once(this.named, shape, value, 'any', () => this.namesIn(shape, value));
  }

  private namesIn(shape: Shape, value: Json): Names {
    switch (shape.kind) {
      case 'object':
        if (
          shape.additional !== undefined ||
          (shape.members.length === 0 && shape.extends.length === 0)
        )
          return 'any';
        return joined([
          new Set(shape.members.map(({ name }) => name)),
          ...shape.extends.map((id) => this.names(this.shapes.of(id, this.use), value)),
        ]);
      case 'union':
        return joined(
          shape.members
            .filter((member) => this.isPossible(value, member))
            .map((member) => this.names(member, value)),
        );
      case 'intersection':
        return joined(shape.members.map((member) => this.names(member, value)));
      case 'reference':
        return this.names(this.shapes.of(shape.target, this.use), value);
      default:
        return 'any';
    }
  }
}

/** The known result for a shape and a value, otherwise that of `compute`, during which it is `meanwhile`. */
function once<Result>(
  known: Map<Shape, Map<Json, Result>>,
  shape: Shape,
  value: Json,
  meanwhile: Result,
  compute: () => Result,
): Result {
  const results = known.get(shape) ?? new Map<Json, Result>();
  known.set(shape, results);
  const before = results.get(value);
  if (before !== undefined) return before;
  results.set(value, meanwhile);
  const result = compute();
  results.set(value, result);
  return result;
}

function joined(sets: readonly Names[]): Names {
  const names = sets.filter((set) => set !== 'any');
  return names.length < sets.length ? 'any' : new Set(names.flatMap((set) => [...set]));
}

/** True if a value of a description is of the same type as a literal, which may be a `bigint`. */
function isLike(value: Json, literal: unknown): boolean {
  return (
    typeof value === typeof literal || (typeof literal === 'bigint' && Number.isInteger(value))
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
