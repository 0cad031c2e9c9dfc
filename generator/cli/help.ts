/** What `tallystick --help` says after the list of commands. */
export const overview = `
A description without a config file:
  $ tallystick generate petstore.yaml --out src/api
      writes sources into a folder of your own package
  $ tallystick generate petstore.yaml --out petstore --package @acme/petstore
      writes a package that can be built and published

Several, in tallystick.yaml:
  packages:
    - documents: [spec/petstore.yaml]
      out: generated/petstore
      package: '@acme/petstore'
  $ tallystick generate
  $ tallystick check

Exit codes: 0 done, 1 errors in a description or changes that check found, 2 wrong usage.
With errors nothing is written.`;

const examples = {
  generate: `
Examples:
  $ tallystick generate                               all packages of tallystick.yaml
  $ tallystick generate spec/petstore.yaml            the one made from this document
  $ tallystick generate petstore.yaml --out src/api   sources, without a config file
  $ tallystick generate petstore.yaml --out petstore --package @acme/petstore
  $ tallystick generate https://api.acme.example/openapi.json --out src/api
                                                      keeps a copy; --update-refs fetches it anew
  $ cat petstore.yaml | tallystick generate - --out src/api

The output folder belongs to tallystick: files that are no longer made are removed. A file
that you edited is not overwritten unless you say --force, and nothing else is touched.
Commit the output, .tallystick.json included.`,
  check: `
Examples:
  $ tallystick check            for CI: exits with 1 and a list if generate has work to do
  $ tallystick check --report json`,
  scaffold: `
Examples:
  $ tallystick scaffold src/server.ts                          the package of tallystick.yaml
  $ tallystick scaffold src/server.ts petstore.yaml --out src/api

Run it again after the description was edited: missing handlers are added, and what you wrote
stays as it is, byte for byte.`,
  lint: `
Examples:
  $ tallystick lint openapi.yaml
  $ tallystick lint --strict    every document of tallystick.yaml; asks for prose and
                                examples, and fails on warnings

Each finding has a code; docs/diagnostics/<code>.md explains it.`,
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

Without --spec the fields of sessions and those of usual orders have names, and nothing is checked
but the frame of messages.`,
  inspect: `
Examples:
  $ tallystick inspect openapi.yaml --model
  $ tallystick inspect openapi.yaml --plan --package @acme/petstore
  $ tallystick inspect rest.yaml feed.yaml --plan --package @acme/market`,
} as const;

/** What the help of one command says after its options. */
export function examplesOf(command: keyof typeof examples): string {
  return examples[command];
}
