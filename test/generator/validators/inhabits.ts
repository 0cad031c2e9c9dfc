import ts from 'typescript';

/**
 * Whether a value is of a TypeScript type, as far as a program that reads it could notice: members that the type demands are there, and whatever is
 * there is of its type. Types of the language's libraries, such as `Date`, are classes.
 */
export function inhabits(value: unknown, type: ts.Type, checker: ts.TypeChecker): boolean {
  // Values other than JSON are not distinguished if any JSON is allowed.
  if ((value === undefined || typeof value === 'bigint') && takesAll(type)) return true;
  if (type.isUnion()) return type.types.some((each) => inhabits(value, each, checker));
  if (type.isIntersection()) return type.types.every((each) => inhabits(value, each, checker));
  const { flags } = type;
  if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return true;
  if ((flags & ts.TypeFlags.Null) !== 0) return value === null;
  if ((flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0) return value === undefined;
  if (type.isStringLiteral() || type.isNumberLiteral()) return value === type.value;
  if ((flags & ts.TypeFlags.BigIntLiteral) !== 0)
    return typeof value === 'bigint' && checker.typeToString(type) === `${value}n`;
  if ((flags & ts.TypeFlags.BooleanLiteral) !== 0)
    return String(value) === checker.typeToString(type) && typeof value === 'boolean';
  for (const [flag, name] of primitives) if ((flags & flag) !== 0) return typeof value === name;
  if ((flags & ts.TypeFlags.Object) === 0) return false;
  return isOfObject(value, type, checker);
}

/** True if a type includes values of every kind. */
function takesAll(type: ts.Type): boolean {
  if (!type.isUnion()) return false;
  const kinds = type.types.reduce((all, { flags }) => all | flags, 0);
  return [ts.TypeFlags.Null, ts.TypeFlags.String, ts.TypeFlags.Number].every(
    (kind) => (kinds & kind) !== 0,
  );
}

const primitives = [
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.BigInt, 'bigint'],
  [ts.TypeFlags.Boolean, 'boolean'],
] as const;

function isOfObject(value: unknown, type: ts.Type, checker: ts.TypeChecker): boolean {
  if (checker.isTupleType(type)) return isOfTuple(value, type as ts.TypeReference, checker);
  if (checker.isArrayLikeType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference);
    return (
      Array.isArray(value) &&
      (items === undefined || value.every((item) => inhabits(item, items, checker)))
    );
  }
  const library = classOf(type);
  if (library !== undefined) return value instanceof library;
  const members = checker.getPropertiesOfType(type);
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  // `{}` is everything but null.
  if (members.length === 0 && index === undefined) return value !== null && value !== undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  const areMembers = members.every((member) => {
    const own = given.get(member.name);
    if (own === undefined && (member.flags & ts.SymbolFlags.Optional) !== 0) return true;
    return inhabits(own, checker.getTypeOfSymbol(member), checker);
  });
  return (
    areMembers &&
    (index === undefined || [...given.values()].every((each) => inhabits(each, index, checker)))
  );
}

function isOfTuple(value: unknown, type: ts.TypeReference, checker: ts.TypeChecker): boolean {
  if (!Array.isArray(value)) return false;
  const { minLength, fixedLength, hasRestElement } = type.target as ts.TupleType;
  const items = checker.getTypeArguments(type);
  if (value.length < minLength || (!hasRestElement && value.length > fixedLength)) return false;
  return value.every((item, at) => {
    const meant = items[Math.min(at, items.length - 1)];
    return meant !== undefined && inhabits(item, meant, checker);
  });
}

/** The class of the language that a type is. */
function classOf(type: ts.Type): (new (...given: never[]) => object) | undefined {
  const [declaration] = type.symbol?.declarations ?? [];
  if (declaration?.getSourceFile().isDeclarationFile !== true) return undefined;
  const found: unknown = Reflect.get(globalThis, type.symbol.name);
  return typeof found === 'function' ? (found as new () => object) : undefined;
}

/** Values of a type and similar ones: with a property missing, or replaced by other values such as `others`. */
export function* near(
  type: ts.Type,
  checker: ts.TypeChecker,
  others: readonly unknown[] = [],
): Generator<unknown> {
  const odd = [...hostile, ...others];
  yield* odd;
  for (const each of type.isUnion() ? type.types : [type]) {
    for (const value of samples(each, checker, 3)) {
      yield value;
      yield* changed(value, odd, 2);
    }
  }
}

const hostile: readonly unknown[] = [
  null,
  undefined,
  '',
  'text',
  0,
  1.5,
  true,
  [],
  {},
  [null],
  { length: 1 },
];

function* changed(value: unknown, odd: readonly unknown[], levels: number): Generator<unknown> {
  if (typeof value !== 'object' || value === null || levels === 0) return;
  if (Array.isArray(value)) {
    for (const other of odd) yield [other];
    for (const other of changed(value[0], odd, levels - 1)) yield [other];
    return;
  }
  for (const [name, own] of Object.entries(value)) {
    const { [name]: _, ...others } = value as Record<string, unknown>;
    yield others;
    for (const other of odd) yield { ...others, [name]: other };
    for (const other of changed(own, odd, levels - 1)) yield { ...others, [name]: other };
  }
}

const texts = [
  'text',
  '2026-01-01T00:00:00Z',
  '2026-01-01',
  '7',
  'YQ==',
  'c0a80101-0000-4000-8000-000000000000',
];

/** Some values of a type: whole ones, and those with nothing but what is demanded. Made once for each type and level. */
function samples(type: ts.Type, checker: ts.TypeChecker, levels: number): readonly unknown[] {
  const known = cache.get(type) ?? new Map<number, readonly unknown[]>();
  cache.set(type, known);
  let values = known.get(levels);
  if (values === undefined) known.set(levels, (values = newSamples(type, checker, levels)));
  return values;
}

const cache = new WeakMap<ts.Type, Map<number, readonly unknown[]>>();

function newSamples(type: ts.Type, checker: ts.TypeChecker, levels: number): readonly unknown[] {
  const { flags } = type;
  if (type.isUnion())
    return type.types.flatMap((each) => samples(each, checker, levels)).slice(0, 8);
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  if ((flags & ts.TypeFlags.BooleanLiteral) !== 0) return [checker.typeToString(type) === 'true'];
  if ((flags & ts.TypeFlags.BigIntLiteral) !== 0)
    return [BigInt(checker.typeToString(type).slice(0, -1))];
  if ((flags & ts.TypeFlags.String) !== 0) return texts;
  if ((flags & ts.TypeFlags.Number) !== 0) return [1, 0.5];
  if ((flags & ts.TypeFlags.BigInt) !== 0) return [1n];
  if ((flags & ts.TypeFlags.Null) !== 0) return [null];
  if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return [{}];
  if (type.isIntersection() && (type.types[0]?.flags ?? 0) & ts.TypeFlags.String) return texts;
  if (checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference);
    return [items.map((item) => samples(item, checker, levels - 1)[0])];
  }
  if (checker.isArrayLikeType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference);
    if (items === undefined || levels === 0) return [[]];
    return [[], ...samples(items, checker, levels - 1).map((item) => [item])];
  }
  const library = classOf(type);
  if (library === Date) return [new Date(0)];
  if (library !== undefined) return [];
  return objects(type, checker, levels);
}

function objects(type: ts.Type, checker: ts.TypeChecker, levels: number): readonly unknown[] {
  const members = checker.getPropertiesOfType(type);
  const isOptional = (member: ts.Symbol): boolean => (member.flags & ts.SymbolFlags.Optional) !== 0;
  const valueOf = (chosen: readonly ts.Symbol[], which: number): unknown =>
    Object.fromEntries(
      chosen.map((member) => {
        const values = samples(checker.getTypeOfSymbol(member), checker, levels - 1);
        return [member.name, values[which % Math.max(values.length, 1)]];
      }),
    );
  const demanded = members.filter((member) => !isOptional(member));
  const chosen = levels <= 0 ? [demanded] : [demanded, members];
  if (levels < -3) return [];
  return chosen.flatMap((each) => texts.map((_, which) => valueOf(each, which)));
}
