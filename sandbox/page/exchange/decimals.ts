/** Number of decimals of a decimal, such as 2 of `0.01`. Those of an increment are the decimals of its multiples. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** Writes a decimal with at least a number of decimals, so that those of a column are below each other. */
export function padded(text: string, decimals: number): string {
  const missing = decimals - decimalsOf(text);
  if (missing <= 0) return text;
  return `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}

/** Writes decimals of a column with the same number of decimals. */
export function aligned(texts: readonly string[]): readonly string[] {
  const decimals = Math.max(0, ...texts.map(decimalsOf));
  return texts.map((text) => padded(text, decimals));
}

/** Writes a decimal with commas between thousands. */
export function grouped(text: string): string {
  const [whole = '', ...rest] = text.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.');
}

/** Percentage by which a value differs from a former one, or `undefined`. It is only for people. */
export function changeOf(former: string | undefined, value: string): string | undefined {
  const base = Number(former);
  if (former === undefined || base === 0) return undefined;
  const percent = ((Number(value) - base) / base) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %`;
}
