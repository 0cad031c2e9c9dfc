/** Prints rows under a title, with the ratio of each figure to the first row that has one. */
export function printTable(title, unit, rows) {
  const base = rows.find(({ figure }) => figure !== undefined)?.figure;
  console.log(`\n## ${title} (${unit})\n`);
  console.log('| what | figure | ratio to ours |');
  console.log('| --- | ---: | ---: |');
  for (const { name, figure } of rows) {
    const shown =
      figure === undefined ? 'failed' : figure >= 100 ? figure.toFixed(0) : figure.toFixed(3);
    const ratio = figure === undefined || base === undefined ? '' : (figure / base).toFixed(2);
    console.log(`| ${name} | ${shown} | ${ratio} |`);
  }
}

/** Prints a line if a figure misses its target. */
export function printAim(name, figure, aim, unit) {
  if (figure === undefined || figure > aim) {
    console.log(
      `\nmissed: ${name} is ${figure?.toFixed(3) ?? 'unknown'} ${unit}, the target is ${aim}`,
    );
  }
}
