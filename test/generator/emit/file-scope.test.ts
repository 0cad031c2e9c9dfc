import { describe, expect, it } from 'vitest';
import { createFileScope } from '../../../generator/printer/file-scope.js';
import { identifierName } from '../../../generator/plan/names/names.js';
import type { Identifier, PackagePlan } from '../../../generator/plan/plan.js';
import { code, createName, type Name } from '../../../generator/printer/code.js';
import { constant, exportedAlias, exportedFunction } from '../../../generator/printer/declare.js';
import { printBody, printSourceFile, printTogether } from '../../../generator/printer/print.js';
import type { Declaration } from '../../../generator/printer/source-file.js';
import { readonlyArray, union } from '../../../generator/printer/types.js';
import { call, returns } from '../../../generator/printer/values.js';

const plan = { package: { runtime: {} } as PackagePlan };

function type(name: string, from: string): Identifier {
  return { name: identifierName(name), from, typeOnly: true };
}

function value(name: string, from: string): Identifier {
  return { ...type(name, from), typeOnly: false };
}

/** Names of these identifiers in one file, requested in this order. */
function spelt(...identifiers: readonly Identifier[]): readonly string[] {
  const scope = createFileScope(plan, 'validators.ts');
  return identifiers.map((each) => scope.name(each).text);
}

const runtime = '@tallystick/runtime/validate';

const reportValue = value('Report', runtime);

describe('names in a file', () => {
  it('stay unchanged if they are unique', () => {
    expect(spelt(type('Report', runtime), type('Pet', 'types.ts'))).toEqual(['Report', 'Pet']);
  });

  it('have the prefix Runtime if the description uses the same name', () => {
    const own = ['Report', 'ReportType'].map((name) => type(name, 'types.ts'));
    expect(spelt(...own, type('Report', runtime))).toEqual([
      'Report',
      'ReportType',
      'RuntimeReport',
    ]);
    expect(spelt(type('check', 'types.ts'), value('check', runtime))).toEqual([
      'check',
      'runtimeCheck',
    ]);
  });

  it('have the prefix Api if the runtime uses the name first', () => {
    expect(spelt(type('Call', runtime), type('Call', 'types.ts'))).toEqual(['Call', 'ApiCall']);
  });

  it('have an underscore if all other names are taken', () => {
    const own = ['Report', 'RuntimeReport', 'RuntimeReportType'];
    const all = spelt(...own.map((name) => type(name, 'types.ts')), type('Report', runtime));
    expect(all.at(-1)).toBe('RuntimeReportType_');
  });

  it('are the same each time', () => {
    const again = [type('Report', 'types.ts'), type('Report', runtime), type('Report', runtime)];
    expect(spelt(...again)).toEqual(['Report', 'RuntimeReport', 'RuntimeReport']);
  });
});

/** First lines of a file that declares this with the names of these identifiers: its imports. */
function imports(
  identifiers: readonly Identifier[],
  declare: (...names: readonly Name[]) => Declaration,
): readonly string[] {
  const scope = createFileScope(plan, 'validators.ts');
  const file = scope.finish([declare(...identifiers.map((each) => scope.name(each)))]);
  return printSourceFile(file)
    .split('\n')
    .filter((line) => line.startsWith('import'));
}

describe('imports of a file', () => {
  const ofType = `import type { Report } from '${runtime}';`;
  const ofValue = `import { Report } from '${runtime}';`;
  const own = createName(code`own`);

  it('are the names that occur in it', () => {
    const both = [type('Report', runtime), type('Violation', runtime)];
    expect(imports(both, (report = own) => exportedAlias(own, report))).toEqual([ofType]);
    expect(imports(both, () => exportedAlias(own, code`Report`))).toEqual([]);
  });

  it('are found within types, values, statements and comments, also if those are printed already', () => {
    const report = [type('Report', runtime)];
    const created = [reportValue];
    expect(imports(report, (name = own) => exportedAlias(own, readonlyArray(name)))).toEqual([
      ofType,
    ]);
    expect(
      imports(report, (name = own) =>
        exportedAlias(own, code`string`, { docs: [code`Text of a {@link ${name}}.`] }),
      ),
    ).toEqual([ofType]);
    expect(
      imports(created, (name = own) =>
        printTogether([constant(own, undefined, call(code`${name}.of`, []))]),
      ),
    ).toEqual([ofValue]);
    expect(
      imports(created, (name = own) =>
        exportedFunction(own, {
          parameters: [],
          statements: [printBody([returns(call(name, []))])],
        }),
      ),
    ).toEqual([ofValue]);
  });

  it('are of a type alone unless its value occurs as well', () => {
    const both = [type('Report', runtime), reportValue];
    expect(imports(both, (report = own) => exportedAlias(own, report))).toEqual([ofType]);
    expect(
      imports(both, (report = own, create = own) =>
        exportedAlias(own, union([report, code`ReturnType<typeof ${create}>`])),
      ),
    ).toEqual([ofValue]);
  });

  it('have the alias by which code uses them', () => {
    const two = [type('Report', 'types'), type('Report', runtime)];
    expect(imports(two, (_, report = own) => exportedAlias(own, report))).toEqual([
      `import type { Report as RuntimeReport } from '${runtime}';`,
    ]);
  });
});
