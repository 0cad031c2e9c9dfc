import type { Command, Option } from 'commander';

/** Shells for which completions can be printed. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** A command with the words that lead to it, such as `fix decode`. */
interface CommandPath {
  readonly words: readonly string[];
  readonly command: Command;
}

/** Prints a script that completes the commands, flags and choices of a program in a shell. Everything else completes as a file. */
export function completionScript(program: Command, shell: Shell): string {
  const paths = pathsOf({ words: [], command: program });
  const print = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  return print(program.name(), paths);
}

function pathsOf(path: CommandPath): readonly CommandPath[] {
  const below = path.command.commands.flatMap((command) =>
    pathsOf({ words: [...path.words, command.name()], command }),
  );
  return [path, ...below];
}

function optionsOf({ command }: CommandPath): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function flagsOf({ short, long }: Option): readonly string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

function bashScript(name: string, paths: readonly CommandPath[]): string {
  const cases = paths.map((path) => {
    const words = [
      ...path.command.commands.map((command) => command.name()),
      ...optionsOf(path).flatMap(flagsOf),
    ];
    return `    '${path.words.join(' ')}') words='${words.join(' ')}' ;;`;
  });
  const choices = new Map(
    paths.flatMap(optionsOf).flatMap((option) => {
      const { argChoices } = option;
      return argChoices === undefined
        ? []
        : [[flagsOf(option).join('|'), argChoices.join(' ')] as const];
    }),
  );
  const choiceCases = [...choices].map(
    ([flags, words]) =>
      `    ${flags}) COMPREPLY=($(compgen -W '${words}' -- "$current")); return ;;`,
  );
  const known = paths.filter(({ words }) => words.length > 0).map(({ words }) => words.join(' '));
  return `# Completions of ${name} for bash. In ~/.bashrc: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  local chosen='' words='' word
  case "$before" in
${choiceCases.join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${chosen:+$chosen }$word" in
      ${known.map((words) => `'${words}'`).join('|')}) chosen="\${chosen:+$chosen }$word" ;;
    esac
  done
  case "$chosen" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`;
}

function zshScript(name: string, paths: readonly CommandPath[]): string {
  const functions = paths.map((path) => {
    const specs = optionsOf(path).flatMap((option) => {
      const note = quoted(zshText(summaryOf(option)));
      const repeats = option.variadic || option.description.includes('can be repeated') ? '*' : '';
      const value = takesValue(option)
        ? `:value:${option.argChoices === undefined ? '_files' : `(${option.argChoices.join(' ')})`}`
        : '';
      return flagsOf(option).map(
        (flag) => `    ${repeats}${flag}'[${note}]'${quotedOrEmpty(value)}`,
      );
    });
    const subcommands = path.command.commands;
    const below = subcommands.map(
      (command) => `'${command.name()}:${quoted(zshText(command.description()))}'`,
    );
    const tail =
      subcommands.length === 0
        ? ["    '*:file:_files'"]
        : ["    '1:command:->command'", "    '*::argument:->argument'"];
    const dispatch =
      subcommands.length === 0
        ? ''
        : `
  case $state in
    command) local -a commands=(${below.join(' ')}); _describe command commands ;;
    argument) case $words[1] in
${subcommands.map((command) => `      ${command.name()}) ${functionName(name, [...path.words, command.name()])} ;;`).join('\n')}
    esac ;;
  esac`;
    return `${functionName(name, path.words)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \\
${[...specs, ...tail].join(' \\\n')}${dispatch}
}`;
  });
  return `#compdef ${name}
# Completions of ${name} for zsh. In ~/.zshrc, after compinit: source <(${name} completion zsh)
${functions.join('\n')}
compdef _${name} ${name}
`;
}

function fishScript(name: string, paths: readonly CommandPath[]): string {
  const lines = paths.flatMap((path) => {
    const below = path.command.commands.map((command) => command.name());
    const condition = `-n '${[
      ...path.words.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : []),
    ].join('; and ')}'`;
    return [
      ...path.command.commands.map(
        (command) =>
          `complete -c ${name} ${condition} -f -a ${command.name()} -d '${fishText(command.description())}'`,
      ),
      ...optionsOf(path).map((option) =>
        [
          `complete -c ${name} ${condition}`,
          ...(option.long === undefined ? [] : [`-l ${option.long.slice(2)}`]),
          ...(option.short === undefined ? [] : [`-s ${option.short.slice(1)}`]),
          ...(takesValue(option) ? ['-r'] : []),
          ...(option.argChoices === undefined ? [] : [`-f -a '${option.argChoices.join(' ')}'`]),
          `-d '${fishText(summaryOf(option))}'`,
        ].join(' '),
      ),
    ];
  });
  return `# Completions of ${name} for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish
${lines.join('\n')}
`;
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The part of a description before its notes. */
function summaryOf({ description }: Option): string {
  return description.replace(/[;(].*$/su, '').trim();
}

function functionName(name: string, words: readonly string[]): string {
  return ['', name, ...words].join('_');
}

/** Text within single quotes of a POSIX shell. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function quotedOrEmpty(text: string): string {
  return text === '' ? '' : `'${quoted(text)}'`;
}

/** Escapes what separates the parts of a specification of zsh. */
function zshText(text: string): string {
  return text.replaceAll(/[\\[\]:]/gu, '\\$&');
}

/** Text within single quotes of fish. */
function fishText(text: string): string {
  return text.replaceAll(/[\\']/gu, '\\$&');
}
