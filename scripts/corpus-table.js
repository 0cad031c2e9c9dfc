import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The columns of the table. */
const columns = [
  'document',
  'a validator says',
  'operations',
  'schemas',
  'files',
  'lines',
  'seconds',
  'diagnostics',
];

/** Reads the documents in INDEX.tsv of a folder. */
export function indexOf(folder) {
  const rows = readFileSync(join(folder, 'INDEX.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [file, , , , bytes, operations, schemas, , verdict] = row.split('\t');
    return {
      file,
      bytes: Number(bytes),
      operations: Number(operations),
      schemas: Number(schemas),
      verdict,
    };
  });
}

/** Creates the row of a document. `texts` maps paths to TypeScript files. */
export function rowOf({ file, schemas, verdict }, texts, diagnostics, seconds) {
  const isGenerated = texts.size > 0;
  const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  return [
    file,
    verdict.replace(/[(:].*/s, ''),
    isGenerated ? `${operationsIn(texts)}` : '',
    `${schemas}`,
    isGenerated ? `${texts.size}` : '',
    isGenerated ? `${lines}` : '',
    seconds === undefined ? '' : seconds.toFixed(2),
    summarise(diagnostics),
  ];
}

/** Number of generated operations, including webhooks and callbacks. */
export function operationsIn(texts) {
  return [...texts]
    .filter(([path]) => !path.startsWith('server'))
    .reduce((sum, [, text]) => sum + text.split(/Descriptor: \w+Descriptor = /).length - 1, 0);
}

/** Lists the codes of errors, with which nothing was written, or the number of warnings. */
function summarise(diagnostics) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.length - errors.length;
  const codes = [...new Set(errors.map(({ code }) => code))].sort();
  if (codes.length > 0) return codes.map((code) => `[${code}](diagnostics/${code}.md)`).join(' ');
  return warnings === 0 ? '' : `${warnings} warning${warnings === 1 ? '' : 's'}`;
}

/** Creates the page. */
export function corpusPage(rows) {
  const valid = rows.filter(([, verdict]) => verdict !== 'invalid');
  const generated = rows.filter(([, , operations]) => operations !== '');
  const sum = (index) => generated.reduce((total, row) => total + Number(row[index]), 0);
  const figure = (value) => value.toLocaleString('en-US');
  return `# Documents that people really have

Made by \`node scripts/corpus.js\`. \`test/corpus\` generates the same documents in every run, compiles what comes of them
under the strictest flags, and holds this page to what it saw: seconds to nothing, lines to within a tenth, so that a line more
in each file does not make the page false, and every other column exactly.

${valid.filter(([, , operations]) => operations !== '').length} of the ${valid.length} documents that an independent validator calls valid, or can not judge, give a package of types, client, server
and validators; the others are told what is wrong, at its line. Of the ${rows.length - valid.length} invalid ones, ${generated.length - valid.filter(([, , operations]) => operations !== '').length} have a meaning all the same.
Together they are ${figure(sum(2))} operations, and ${figure(sum(4))} files of about ${figure(Number(sum(5).toPrecision(3)))} lines.

Operations count those of webhooks and callbacks too. Schemas are those that the description names. Seconds are those of a
cold \`tallystick generate\`, the whole process, once, on the machine that printed this page; [performance](performance.md) has figures
that are measured with care. A document that has errors here is generated with \`--lenient\`, unless \`test/corpus\` says why not.

${table([columns, columns.map((name) => (/document|validator|diagnostics/.test(name) ? '---' : '--:')), ...rows])}
`;
}

/** The rows without columns that depend on the machine or on small changes of the output. */
export function checkedRows(rows) {
  const loose = ['seconds', 'lines'];
  return rows.map((row) => row.filter((_, index) => !loose.includes(columns[index])).join(' | '));
}

/** Documents whose number of lines differs from the page by more than ten percent, with both figures. */
export function staleLines(page, seen) {
  const at = columns.indexOf('lines');
  return page.flatMap((row, index) => {
    const [said, made] = [Number(row[at]), Number(seen[index]?.[at])];
    return Math.abs(made - said) <= said / 10 ? [] : [`${row[0]}: ${said}, now ${made}`];
  });
}

/** The text of a page outside its table, with normalised white space. */
export function proseOf(page) {
  const lines = page.split('\n').filter((line) => !line.startsWith('|'));
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

/** Parses the rows of a page. */
export function rowsOf(page) {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function table(rows) {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
