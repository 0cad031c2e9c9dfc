/** Text of `tallystick --help` after the list of commands. */
export const overview = `
A description without a config file:
  $ tallystick generate petstore.yaml --out src/api
      writes sources to a folder inside your package
  $ tallystick generate petstore.yaml --out petstore --package @acme/petstore
      writes a package to build and publish

Several, in tallystick.yaml, which "tallystick init" writes:
  packages:
    - documents: [spec/petstore.yaml]
      out: generated/petstore
      package: '@acme/petstore'
  $ tallystick generate
  $ tallystick check

Exit codes: 0 success, 1 errors in a description or files that are out of date, 2 incorrect usage
(and descriptions that "diff" cannot read).
Nothing is written if there are errors.`;

const examples = {
  init: `
Examples:
  $ tallystick init                                asks for the description, the folder and the name
  $ tallystick init --document spec/petstore.yaml --out src/petstore
  $ tallystick init --yes && npm run generate`,
  migrate: `
Examples:
  $ tallystick migrate                             openapi-ts.config.ts, orval.config.ts, and others
  $ tallystick migrate stainless.yml --document openapi.yaml
  $ tallystick migrate --dry-run

Writes tallystick.yaml, and an overlay if the description needs one. Config files that are
programs are read and not run. What has no counterpart is listed.`,
  completion: `
Examples:
  $ source <(tallystick completion bash)           in ~/.bashrc
  $ source <(tallystick completion zsh)            in ~/.zshrc, after compinit
  $ tallystick completion fish > ~/.config/fish/completions/tallystick.fish`,
  generate: `
Examples:
  $ tallystick generate                               all packages of tallystick.yaml
  $ tallystick generate spec/petstore.yaml            the package of this document
  $ tallystick generate petstore.yaml --out src/api   sources, without a config file
  $ tallystick generate petstore.yaml --out petstore --package @acme/petstore
  $ tallystick generate https://api.acme.example/openapi.json --out src/api
                                                      keeps a copy; --update-refs fetches it again
  $ cat petstore.yaml | tallystick generate - --out src/api
  $ tallystick generate --watch                       again after every change, until Ctrl-C

tallystick manages the entire output folder and removes files that it no longer generates.
It overwrites files that you edited only with --force. Files outside the folder do not change.
Commit the output, including .tallystick.json.`,
  check: `
Examples:
  $ tallystick check            for CI: lists outdated files and exits with 1 if there are any
  $ tallystick check --report json
  $ tallystick check --release  also fails if a breaking change has too low a version`,
  scaffold: `
Examples:
  $ tallystick scaffold src/server.ts                          the package of tallystick.yaml
  $ tallystick scaffold src/server.ts petstore.yaml --out src/api

Run it again after a change to the description: it adds missing handlers and leaves your code
unchanged, byte for byte.`,
  upgrade: `
Examples:
  $ tallystick generate           first, so that the generated code has its current names
  $ tallystick upgrade src test
  $ tallystick upgrade --dry-run src

Generated folders and node_modules are skipped. Uses that cannot be rewritten are listed.
Commit your work first, and review the changes.`,
  lint: `
Examples:
  $ tallystick lint openapi.yaml
  $ tallystick lint --strict    all documents of tallystick.yaml; also reports missing
                                descriptions and examples, and fails on warnings

Each diagnostic has a code, which "tallystick explain <code>" explains.`,
  diff: `
Examples:
  $ tallystick diff old.yaml new.yaml
  $ tallystick diff main:spec/api.yaml spec/api.yaml --fail-on breaking
  $ tallystick diff v1.4.0:spec/api.yaml HEAD:spec/api.yaml --format markdown
  $ tallystick diff old.yaml new.yaml --for servers

A path after a revision starts at the root of the repository, or with ./ at this folder.
Each change has a rule in brackets, which "tallystick explain <rule>" explains.`,
  release: `
Examples:
  $ tallystick release --dry-run        versions, changelogs and sizes, without changing anything
  $ tallystick release                  asks, then writes, commits and tags
  $ tallystick release --yes @acme/petstore
  $ tallystick release --tag next       a prerelease, such as 1.3.0-next.0
  $ tallystick release --from v1.2.0    if the last release has no tag such as @acme/petstore@1.2.0
  $ git push --follow-tags              afterwards; the workflow publishes

The version follows from what changed for those who use the package: see "tallystick diff".
Set "version" in tallystick.yaml to choose a higher one. An interrupted release is completed
by running the command again.`,
  import: `
Examples:
  $ tallystick import fix FIX42.xml > fix.asyncapi.yaml
  $ tallystick import fix FIX50SP2.xml --transport FIXT11.xml --out fix.asyncapi.yaml
  $ tallystick import fix FIX50SP2.xml --transport FIXT11.xml --messages NewOrderSingle,8,9`,
  fix: `
Examples:
  $ tallystick fix decode session.log --spec fix.asyncapi.yaml
  $ tail -f session.log | tallystick fix decode --spec FIX42.xml
  $ tallystick fix decode session.log --json > messages.json
  $ tallystick fix encode order.json --spec fix.asyncapi.yaml

Without --spec, only the fields of sessions and common order fields have names, and only the
framing of messages is checked.`,
  mock: `
Examples:
  $ tallystick mock petstore.yaml                  http://127.0.0.1:4010
  $ tallystick mock petstore.yaml --stateful       POST, then GET returns it
  $ tallystick mock rest.yaml feed.yaml --port 0 --interval 200
  $ curl -H 'Prefer: code=404' http://127.0.0.1:4010/pets/7
  $ curl -H 'Prefer: example=cat' http://127.0.0.1:4010/pets/7

Requests are validated, and need credentials where the description says so; any value is accepted.
Ctrl-C stops it.`,
  inspect: `
Examples:
  $ tallystick inspect openapi.yaml --model
  $ tallystick inspect openapi.yaml --plan --package @acme/petstore
  $ tallystick inspect rest.yaml feed.yaml --plan --package @acme/market`,
} as const;

/** Text of a command's help after its options. */
export function examplesOf(command: keyof typeof examples): string {
  return examples[command];
}
