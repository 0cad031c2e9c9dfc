import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { inhabits, near } from './inhabits.js';

/** Result of the guards of one package. */
export interface Accepted {
  /** Number of accepted values. */
  readonly count: number;
  /** A guard and a value that it accepts though it is not of the type that the guard proves. */
  readonly wrong: readonly string[];
}

/** Values for each guard. */
const most = 2000;

/** Calls every guard of generated packages, by folder, with values of its type and similar ones. */
export function guardsIn(
  folders: readonly string[],
): (folder: string, others?: readonly unknown[]) => Promise<Accepted> {
  const typesOf = (folder: string): string => resolve(folder, 'types.ts');
  const program = ts.createProgram(folders.map(typesOf), {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return async (folder, others = []) => {
    const file = program.getSourceFile(typesOf(folder));
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    const types = new Map(
      (module === undefined ? [] : checker.getExportsOfModule(module)).map((each) => [
        each.name,
        checker.getDeclaredTypeOfSymbol(each),
      ]),
    );
    const path = resolve(folder, 'validators.ts');
    const guards = new Map<string, unknown>(
      Object.entries((await import(pathToFileURL(path).href)) as object),
    );
    const wrong = new Set<string>();
    let count = 0;
    for (const [guard, proven] of guardsAmong(folder)) {
      const [is, type] = [guards.get(guard), types.get(proven)];
      if (typeof is !== 'function' || type === undefined) continue;
      let calls = 0;
      for (const value of near(type, checker, others)) {
        if ((calls += 1) > most) break;
        if (is(value) !== true) continue;
        count += 1;
        if (!inhabits(value, type, checker)) wrong.add(`${guard} ${shown(value)}`);
      }
    }
    return { count, wrong: [...wrong].slice(0, 20) };
  };
}

/** Named guards and the types that they prove; many guards are in separate files. */
function guardsAmong(folder: string): readonly (readonly [guard: string, proven: string])[] {
  const whole = readFileSync(join(folder, 'validators.ts'), 'utf8');
  const others = [...whole.matchAll(/^export \* from '(.+)\.js';$/gm)].map(([, file = '']) =>
    readFileSync(join(folder, `${file}.ts`), 'utf8'),
  );
  return [whole, ...others].flatMap((text) =>
    [...text.matchAll(/export function (is\w+)\(\s*value: unknown,?\s*\): value is (\w+)/g)].map(
      ([, guard = '', proven = '']) => [guard, proven] as const,
    ),
  );
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  );
}
