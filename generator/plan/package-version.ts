/**
 * Derives a semantic version (semver.org 2.0.0) from the version of a description, which may be any
 * text. Leading numbers become the core version, and the rest becomes a pre-release. `1.4.0` is
 * kept, `v2` becomes `2.0.0`, `2024-06-01-preview` becomes `2024.6.1-preview`.
 */
export function packageVersion(text: string): string {
  if (semantic.test(text)) return text;
  const [start = '', ...numbers] = /^\s*v?(\d+)?(?:[._-](\d+))?(?:[._-](\d+))?/iu.exec(text) ?? [];
  const core = numbers.map((digits = '0') => withoutZeros(digits.slice(0, 15))).join('.');
  const preRelease = (text.slice(start.length).match(/[0-9A-Za-z-]+/gu) ?? [])
    .map((word) => word.replace(/^-+|-+$/gu, ''))
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/u.test(word) ? withoutZeros(word) : word));
  return preRelease.length === 0 ? core : `${core}-${preRelease.join('.')}`;
}

const number = '(?:0|[1-9]\\d*)';
const label = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const semantic = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-${label}(?:\\.${label})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
  'u',
);

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/u, '');
}
