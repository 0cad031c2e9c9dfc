import type { FakeTable } from '../../../runtime/fakes/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { Code } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { dataLiteral, Reference, type Data } from '../../typescript/data-literal.js';
import { FormatCodec } from './format-codec.js';

/** Prints a table of fakes, with the names of its codecs. */
export function tableLiteral(table: FakeTable, plan: Plan, scope: FileScope): Code {
  return dataLiteral(dataOf(table));

  function dataOf(value: unknown): Data {
    if (value instanceof FormatCodec) {
      const codec = plan.conversions.get(value.format)?.codec;
      if (codec === undefined) throw new Error(`the format "${value.format}" has a codec`);
      return new Reference(scope.name(codec));
    }
    if (Array.isArray(value)) return value.map(dataOf);
    if (typeof value !== 'object' || value === null) return value as Data;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, dataOf(each)]));
  }
}
