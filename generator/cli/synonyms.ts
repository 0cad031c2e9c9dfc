/** Other names under which users look for a flag, most of them flags of other generators, with what to write instead. */
const flagMeanings: Readonly<Record<string, string>> = {
  '--output': '--out <folder>',
  '--output-dir': '--out <folder>',
  '--output-path': '--out <folder>',
  '--dest': '--out <folder>',
  '--input': 'the document without a flag: tallystick generate openapi.yaml --out src/api',
  '-i': 'the document without a flag: tallystick generate openapi.yaml --out src/api',
  '--spec': 'the document without a flag: tallystick generate openapi.yaml --out src/api',
  '--url': 'the URL without a flag: tallystick generate https://… --out src/api',
  '--client': '--emitters types,client for a client alone; it is part of every package by default',
  '--server': '--emitters types,server for a server alone; it is part of every package by default',
  '--types': '--emitters types',
  '--types-only': '--emitters types',
  '--plugins': '--emitters <list>',
  '--name': '--package <name>',
  '--dry-run': 'tallystick check, which writes nothing',
  '--diff':
    'tallystick check, which lists what would change; "tallystick diff" compares descriptions',
  '-w': '--watch',
  '--watch': 'tallystick generate --watch',
  '--poll': '--watch, and CHOKIDAR_USEPOLLING=1 before the command on a file system without events',
  '--clean':
    'nothing: files that are no longer generated are removed from the output folder by default',
  '--overwrite': '--force, if files of the output folder were edited',
  '--silent': '--quiet',
  '--verbose': 'TALLYSTICK_DEBUG=1 before the command, for the stack trace of a fault',
  '--debug': 'TALLYSTICK_DEBUG=1 before the command, for the stack trace of a fault',
  '--json': '--report json',
  '--format': '--report <form>',
  '--sarif': '--report sarif',
  '--skip-validation': '--lenient',
  '--skip-validate-spec': '--lenient',
  '--tags': '--tag <name>, once for each tag',
  '--include': '--tag <name>, --path <path> or --operation <id>',
  '--filter': '--tag <name>, --path <path> or --operation <id>',
  '--exclude': '--exclude-tag <name>, --exclude-path <path> or --exclude-operation <id>',
  '--exclude-deprecated': '--no-deprecated',
};

/** Other names for commands, with the command of that meaning. */
const commandMeanings: Readonly<Record<string, string>> = {
  build: 'tallystick generate',
  codegen: 'tallystick generate',
  gen: 'tallystick generate',
  create: 'tallystick generate',
  validate: 'tallystick lint',
  compare: 'tallystick diff',
  breaking: 'tallystick diff --fail-on breaking',
  changelog: 'tallystick diff --format markdown',
  test: 'tallystick check',
  verify: 'tallystick check',
  print: 'tallystick inspect',
  serve: 'tallystick mock',
  server: 'tallystick mock',
  prism: 'tallystick mock',
  fake: 'tallystick mock',
};

/** Adds to an error about an unknown flag or command what has that meaning here, if its name is a known one. */
export function withMeaning(error: string): string {
  const [, flag = ''] = /unknown option '([^'=\s]+)/u.exec(error) ?? [];
  const [, command = ''] = /unknown command '([^'\s]+)/u.exec(error) ?? [];
  const meaning = ownMember(flagMeanings, flag) ?? ownMember(commandMeanings, command);
  if (meaning === undefined) return error;
  // A suggestion by spelling would point elsewhere.
  const [sentence = ''] = error.split('\n', 1);
  return `${sentence}\n  hint: use ${meaning}\n`;
}

function ownMember(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
