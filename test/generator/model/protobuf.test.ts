import { createFileRegistry, fromJson } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { read } from './read.js';

/** A description whose message `order` has a schema in Protobuf. */
const described = (schema: string): string =>
  [
    'asyncapi: 3.0.0',
    'info: { title: T, version: 1.0.0 }',
    'components:',
    '  messages:',
    '    order:',
    '      payload:',
    "        schemaFormat: 'application/vnd.google.protobuf;version=3'",
    `        schema: ${schema}`,
  ].join('\n');
const inFile = (text: string, more: { readonly [path: string]: string } = {}) =>
  read({ 'api.yaml': described("{ $ref: './order.proto' }"), 'order.proto': text, ...more });
const proto3 = 'syntax = "proto3";\n';

describe('schemas in Protobuf', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    ['with a message', `${proto3}message Order { string id = 1; }`, []],
    [
      'with everything that is read over',
      `${proto3}option java_package = "x;}"; package a.b; /* } */
message Order {
  option deprecated = true; reserved 2, 5 to max; reserved "x";
  string id = 1 [deprecated = true, (my.option) = { a: "}" }, json_name = "ID"];
  repeated int32 message = 3 [packed = false]; string reserved = 4;
}
enum E { option allow_alias = true; A = 0; B = 0 [deprecated = true]; reserved -5, 0x10; }
service S { rpc Get(Order) returns (stream Order) { option x = { y: 1 }; } };`,
      [],
    ],
    ['without a message', proto3, ['error invalid-protobuf order.proto:1:1']],
    [
      'with a mistake',
      `${proto3}message Order {\n  string id 1;\n}`,
      ['error invalid-protobuf order.proto:3:13'],
    ],
    [
      'with a sign of no language',
      `${proto3}message Order { § }`,
      ['error invalid-protobuf order.proto:2:17'],
    ],
    ['without an end', `${proto3}message Order {`, ['error invalid-protobuf order.proto:2:16']],
    ['of an edition', 'edition = "2023";', ['error invalid-protobuf order.proto:1:1']],
    ['of another syntax', 'syntax = "proto4";', ['error invalid-protobuf order.proto:1:10']],
    [
      'with a number twice',
      `${proto3}message Order { int32 a = 1; int32 b = 1; }`,
      ['error invalid-protobuf order.proto:2:30'],
    ],
    [
      'with a name twice',
      `${proto3}message Order { int32 a = 1; int32 a = 2; }`,
      ['error invalid-protobuf order.proto:2:30'],
    ],
    [
      'with the number zero',
      `${proto3}message Order { int32 a = 0; }`,
      ['error invalid-protobuf order.proto:2:17'],
    ],
    [
      'with an unknown type',
      `${proto3}message Order { Tea a = 1; }`,
      ['error invalid-protobuf order.proto:2:17'],
    ],
    [
      'with a group',
      'message Order { optional group A = 1 { } }',
      ['error invalid-protobuf order.proto:1:17'],
    ],
    [
      'with keys of messages',
      `${proto3}message Order { map<double, int32> a = 1; }`,
      ['error invalid-protobuf order.proto:2:21'],
    ],
    [
      'with a name twice in JSON',
      `${proto3}message Order { int32 a_b = 1; int32 aB = 2; }`,
      ['error invalid-protobuf order.proto:2:32'],
    ],
    [
      'with a field that no object has',
      `${proto3}message Order { int32 a = 1 [json_name = "__proto__"]; }`,
      ['error invalid-protobuf order.proto:2:42'],
    ],
    [
      'with an empty enum',
      `${proto3}message Order { E e = 1; enum E {} }`,
      ['error invalid-protobuf order.proto:2:26'],
    ],
    [
      'with a file of Google that is not supported',
      `${proto3}import "google/protobuf/any.proto";\nmessage Order {}`,
      ['error invalid-protobuf order.proto:2:1'],
    ],
    [
      'with a file that is not there',
      `${proto3}import "tea.proto";\nmessage Order {}`,
      ['error unresolved-reference order.proto:1:1'],
    ],
    [
      'that import themselves',
      `${proto3}import "order.proto";\nmessage Order {}`,
      ['error invalid-protobuf order.proto:2:1'],
    ],
    [
      'with several messages of other names',
      `${proto3}message A {}\nmessage B {}`,
      ['error invalid-protobuf order.proto:1:1'],
    ],
    [
      'that are nested too deep',
      `${proto3}${'message Order { '.repeat(40)}`,
      ['error invalid-protobuf order.proto:2:529'],
    ],
  ])('%s are checked', (_, text, want) => {
    expect(inFile(text).places).toEqual(want);
  });

  it('are texts of the description', () => {
    const text = `|\n          ${proto3}          message Order { Tea a = 1; }`;
    const { places, diagnostics } = read(described(text));
    expect(places).toEqual(['error invalid-protobuf api.yaml:8:17']);
    expect(diagnostics[0]?.hint).toContain('line 2, column 17');
    expect(read(described('{ type: object }')).places).toEqual([
      'error invalid-protobuf api.yaml:8:17',
    ]);
  });

  it('that refer to one another in a long chain are refused', () => {
    const chain = Array.from({ length: 3000 }, (_, n) => `message M${n} { M${n + 1} next = 1; }`);
    const text = `${proto3}${chain.join('\n')}\nmessage M3000 {}`;
    expect(inFile(text.replaceAll(/\bM0\b/g, 'Order')).places).toEqual([
      'error too-deep order.proto:1:1',
    ]);
  });

  it('import no files from elsewhere', () => {
    const { places } = inFile(`${proto3}import "/etc/passwd";\nmessage Order {}`);
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(/^error (?:forbidden|unresolved)-reference /);
  });

  it('have the message that no other contains, or the one of the name', () => {
    const messageOf = (text: string): unknown => inFile(text).api?.messages[0]?.language;
    expect(
      messageOf(`${proto3}package p; message Tea {} message Cup { Tea tea = 1; Cup next = 2; }`),
    ).toMatchObject({ message: 'p.Cup' });
    expect(messageOf(`${proto3}package p; message Tea {} message ORDER {}`)).toMatchObject({
      message: 'p.ORDER',
    });
  });

  it('become descriptors that the library reads', () => {
    const { api } = inFile(
      `${proto3}package a.b; import "types/tea.proto"; import "google/protobuf/struct.proto";
message Order {
  Tea tea = 1; .a.Tea other = 2; a.Kind kind = 3; map<string, a.Tea> by_name = 4;
  oneof choice { int32 x = 5; Order self = 6; } optional int32 maybe = 7; repeated fixed64 many = 8 [packed = false];
  message Tea { bool black = 1; }
}`,
      { 'types/tea.proto': `${proto3}package a; message Tea { } enum Kind { NONE = 0; }` },
    );
    const language = api?.messages[0]?.language;
    if (language?.name !== 'protobuf') throw new Error('the payload is in Protobuf');
    const files = language.files.map((file) => ({
      ...(file as object),
      dependency: ((file as { dependency?: string[] }).dependency ?? []).filter(
        (path) => !path.startsWith('google/'),
      ),
    }));
    const message = createFileRegistry(
      fromJson(FileDescriptorSetSchema, { file: files }),
    ).getMessage('a.b.Order');
    expect(message?.fields.map(({ jsonName, fieldKind }) => [jsonName, fieldKind])).toEqual([
      ['tea', 'message'],
      ['other', 'message'],
      ['kind', 'enum'],
      ['byName', 'map'],
      ['x', 'scalar'],
      ['self', 'message'],
      ['maybe', 'scalar'],
      ['many', 'list'],
    ]);
    expect(message?.fields[0]?.message?.typeName).toBe('a.b.Order.Tea');
    expect(message?.fields[1]?.message?.typeName).toBe('a.Tea');
    expect(message?.oneofs.map(({ name }) => name)).toEqual(['choice']);
  });
});
