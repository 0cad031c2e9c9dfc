import type { ForwardedName } from './read-module.js';
import type { SelectedModule } from './select-declarations.js';

/** How copies are printed. */
export interface PrintOptions {
  /** Comment at the top of every file. */
  readonly header: string;
  /** Extension of files in import specifiers. */
  readonly importExtension: '' | '.js' | '.ts';
}

/** Prints the part of a module that is copied. */
export function printModule(
  { module: { head, imports, forwards, stars, statements } }: SelectedModule,
  { header, importExtension }: PrintOptions,
): string {
  const specifierOf = (specifier: string): string =>
    specifier.startsWith('.') ? specifier.replace(/\.js$/u, importExtension) : specifier;
  const links = (word: 'import' | 'export', names: readonly ForwardedName[]): string =>
    [...bySpecifier(names)]
      .map(([specifier, members]) => link(word, members, specifierOf(specifier)))
      .join('\n');
  const passedOn = stars.map((specifier) => `export * from '${specifierOf(specifier)}';`);
  const parts = [
    header,
    head,
    links('import', imports),
    [links('export', forwards), ...passedOn].filter((part) => part !== '').join('\n'),
    ...statements.map(({ text }) => text),
  ].filter((part) => part !== '');
  // Without imports and exports, a file is not a module.
  if (imports.length + forwards.length + stars.length + statements.length === 0)
    parts.push('export {};');
  return `${parts.join('\n\n')}\n`;
}

function bySpecifier(
  names: readonly ForwardedName[],
): ReadonlyMap<string, readonly ForwardedName[]> {
  const groups = new Map<string, ForwardedName[]>();
  for (const name of names)
    groups.set(name.specifier, [...(groups.get(name.specifier) ?? []), name]);
  return groups;
}

function link(word: string, members: readonly ForwardedName[], specifier: string): string {
  const isTypeOnly = members.every(({ isType }) => isType);
  const list = members.map(({ name, original, isType }) => {
    const member = name === original ? name : `${original} as ${name}`;
    return isType && !isTypeOnly ? `type ${member}` : member;
  });
  const start = `${word}${isTypeOnly ? ' type' : ''} {`;
  const line = `${start} ${list.join(', ')} } from '${specifier}';`;
  if (line.length <= 100) return line;
  return `${start}\n${list.map((member) => `  ${member},\n`).join('')}} from '${specifier}';`;
}
