/** Lines of a page, and their distance and size in points. */
const linesPerPage = 62;
const leading = 12;
const size = 9;

/** Width and height of a page in points: A4. */
const page = { width: 595, height: 842, margin: 42 };

/**
 * Writes lines of text as a PDF (ISO 32000-1): pages of A4 in Courier, which every reader has. Characters outside of printable ASCII become
 * question marks.
 */
export function printPdf(lines: readonly string[]): string {
  const pages: (readonly string[])[] = [];
  for (let at = 0; at === 0 || at < lines.length; at += linesPerPage)
    pages.push(lines.slice(at, at + linesPerPage));
  // Objects are numbered from 1: the catalogue, the pages, the font, and then a page and its contents in turn.
  const kids = pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...pages.flatMap((each, at) => [pageObject(firstPage + 2 * at + 1), contentsObject(each)]),
  ];
  let text = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = text.length;
  const places = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  return `${text}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Number of the object of the first page. */
const firstPage = 4;

function pageObject(contents: number): string {
  const { width, height } = page;
  const resources = '<< /Font << /F1 3 0 R >> >>';
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources ${resources} /Contents ${contents} 0 R >>`;
}

function contentsObject(lines: readonly string[]): string {
  const { height, margin } = page;
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*\n`).join('');
  const stream = `BT\n/F1 ${size} Tf\n${leading} TL\n${margin} ${height - margin} Td\n${shown}ET\n`;
  return `<< /Length ${stream.length} >>\nstream\n${stream}endstream`;
}

function escaped(line: string): string {
  return line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`);
}
