/** Plain values for texts, by the names of properties. */

const words =
  'amber birch cedar delta ember fjord grove harbor island juniper kestrel lagoon meadow north orchid pebble quartz river summit thistle umber valley willow yarrow zephyr'.split(
    ' ',
  );
const firstNames = [
  'Ada',
  'Boris',
  'Chen',
  'Dara',
  'Elif',
  'Femi',
  'Grace',
  'Hiro',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
];
const lastNames = [
  'Adler',
  'Brandt',
  'Costa',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ivanova',
  'Jensen',
  'Kowalski',
  'Lopez',
];
const cities = [
  'Berlin',
  'Lagos',
  'Lima',
  'Lyon',
  'Mumbai',
  'Oslo',
  'Porto',
  'Quito',
  'Seoul',
  'Toronto',
  'Turin',
  'Zurich',
];
const streets = [
  'Station Road',
  'High Street',
  'Mill Lane',
  'Park Avenue',
  'Church Street',
  'Harbour Way',
];
const countries = [
  'Germany',
  'Nigeria',
  'Peru',
  'France',
  'India',
  'Norway',
  'Portugal',
  'Ecuador',
];
const countryCodes = ['DE', 'NG', 'PE', 'FR', 'IN', 'NO', 'PT', 'EC'];
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK'];
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it'];
const companies = [
  'Northwind Ltd',
  'Blue Harbor GmbH',
  'Cedar & Sons',
  'Quartz Systems',
  'Meadow Foods',
  'Summit Labs',
];
const zones = ['Europe/Berlin', 'UTC', 'America/Lima', 'Asia/Seoul'];

/** Draws one of a list. `purpose` tells several draws for one text apart. */
export type DrawOne = <T>(values: readonly T[], purpose: string) => T;

/** A word of a short list. */
export function word(one: DrawOne, purpose: string): string {
  return one(words, purpose);
}

/** Writers of texts, by a regular expression that the name of the property matches. The first match counts. */
const byName: readonly (readonly [RegExp, (one: DrawOne) => string])[] = [
  [/e-?mail/, (one) => email(one)],
  [/first_?name|given_?name|forename/, (one) => one(firstNames, 'first')],
  [/last_?name|family_?name|surname/, (one) => one(lastNames, 'last')],
  [
    /user_?name|login|handle|nickname/,
    (one) => `${one(firstNames, 'first').toLowerCase()}.${one(lastNames, 'last').toLowerCase()}`,
  ],
  [/company|organi[sz]ation|employer/, (one) => one(companies, 'company')],
  [
    /full_?name|display_?name|author|owner|holder|customer_?name/,
    (one) => `${one(firstNames, 'first')} ${one(lastNames, 'last')}`,
  ],
  [/host_?name|domain/, (one) => `${word(one, 'host')}.example`],
  [/(?:^|_)(?:url|uri|href|link|website|homepage|webhook)s?$/, (one) => url(one)],
  [
    /avatar|image|picture|photo|logo|thumbnail/,
    (one) => `https://images.example/${word(one, 'image')}.png`,
  ],
  [/(?:^|_)file_?name|(?:^|_)file$/, (one) => `${word(one, 'file')}.txt`],
  [/phone|mobile|(?:^|_)fax|(?:^|_)tel$/, (one) => `+49 30 ${number(one, 7, 'phone')}`],
  [
    /street|address_?(?:line)?_?1?$/,
    (one) => `${number(one, 2, 'house')} ${one(streets, 'street')}`,
  ],
  [/city|town|locality/, (one) => one(cities, 'city')],
  [/zip|postal|postcode/, (one) => number(one, 5, 'zip')],
  [/country_?code/, (one) => one(countryCodes, 'country')],
  [/country/, (one) => one(countries, 'country')],
  [/currency/, (one) => one(currencies, 'currency')],
  [/time_?zone|(?:^|_)tz$/, (one) => one(zones, 'zone')],
  [/language|locale|(?:^|_)lang$/, (one) => one(languages, 'language')],
  [/colou?r/, (one) => `#${number(one, 6, 'colour')}`],
  [/version/, (one) => `${number(one, 1, 'major')}.${number(one, 1, 'minor')}.0`],
  [
    /(?:^|_)(?:amount|price|total|balance|quantity|size|rate|fee|cost)$/,
    (one) => `${number(one, 3, 'amount')}.${number(one, 2, 'cents')}`,
  ],
  [/iban/, (one) => `DE89${number(one, 9, 'iban')}${number(one, 9, 'iban 2')}`],
  [/(?:^|_)(?:uu|gu)id$/, (one) => uuid(one)],
  [
    /(?:^|_)(?:id|key|token|code|reference|number|sku|slug|hash|sha)$/,
    (one) => `${word(one, 'id')}-${number(one, 4, 'id number')}`,
  ],
  [
    /(?:created|updated|deleted|modified|expires|started|ended)(?:_?at|_?on)?$|(?:^|_)(?:date|timestamp)$/,
    (one) => dateTime(one),
  ],
  [
    /description|summary|comment|message|note|text|body|content|bio|about|reason/,
    (one) => sentence(one),
  ],
  [
    /title|subject|headline|(?:^|_)name$|label/,
    (one) => `${capital(word(one, 'one'))} ${word(one, 'two')}`,
  ],
];

/** A text for a property of this name. */
export function textByName(name: string, one: DrawOne): string {
  const known = writerOf(name);
  return known === undefined ? `${word(one, 'one')} ${word(one, 'two')}` : known(one);
}

function writerOf(name: string): ((one: DrawOne) => string) | undefined {
  const snake = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
  return byName.find(([pattern]) => pattern.test(snake))?.[1];
}

/** Writers of texts by format. */
const byFormat: { readonly [format: string]: (one: DrawOne) => string } = {
  email,
  'idn-email': email,
  hostname: (one) => `${word(one, 'host')}.example`,
  'idn-hostname': (one) => `${word(one, 'host')}.example`,
  uri: url,
  iri: url,
  url,
  'uri-reference': (one) => `/${word(one, 'path')}/${number(one, 3, 'id')}`,
  'iri-reference': (one) => `/${word(one, 'path')}/${number(one, 3, 'id')}`,
  'uri-template': (one) => `https://${word(one, 'host')}.example/{id}`,
  uuid,
  guid: uuid,
  ipv4: (one) => `192.0.2.${Number(number(one, 2, 'address'))}`,
  ip: (one) => `192.0.2.${Number(number(one, 2, 'address'))}`,
  ipv6: (one) => `2001:db8::${number(one, 4, 'address')}`,
  date: (one) => dateTime(one).slice(0, 10),
  'date-time': dateTime,
  'date-time-local': (one) => dateTime(one).slice(0, 19),
  time: (one) => dateTime(one).slice(11),
  'time-local': (one) => dateTime(one).slice(11, 19),
  duration: (one) => `PT${Number(number(one, 2, 'duration')) + 1}M`,
  'json-pointer': (one) => `/${word(one, 'pointer')}/0`,
  'relative-json-pointer': (one) => `1/${word(one, 'pointer')}`,
  regex: (one) => `^${word(one, 'regex')}$`,
  byte: (one) => btoa(word(one, 'bytes')),
  base64: (one) => btoa(word(one, 'bytes')),
  base64url: (one) => btoa(word(one, 'bytes')).replace(/=+$/, ''),
  password: (one) => `${capital(word(one, 'password'))}-${number(one, 4, 'digits')}!`,
  decimal: (one) => `${number(one, 3, 'units')}.${number(one, 2, 'cents')}`,
  int64: (one) => number(one, 6, 'integer'),
  int32: (one) => number(one, 6, 'integer'),
  'http-date': (one) => new Date(dateTime(one)).toUTCString(),
  'media-range': () => 'application/json',
};

/** A text of a format; `undefined` for unknown formats. */
export function textByFormat(format: string, one: DrawOne): string | undefined {
  const write = Object.hasOwn(byFormat, format) ? byFormat[format] : undefined;
  return write?.(one);
}

function email(one: DrawOne): string {
  return `${one(firstNames, 'first').toLowerCase()}.${one(lastNames, 'last').toLowerCase()}@${word(one, 'host')}.example`;
}

function url(one: DrawOne): string {
  return `https://${word(one, 'host')}.example/${word(one, 'path')}`;
}

/** Digits, the first of which is not 0. */
function number(one: DrawOne, length: number, purpose: string): string {
  return Array.from({ length }, (_, index) =>
    one(index === 0 ? '123456789'.split('') : '0123456789'.split(''), `${purpose} ${index}`),
  ).join('');
}

function uuid(one: DrawOne): string {
  const digits = (length: number, purpose: string): string =>
    Array.from({ length }, (_, index) =>
      one('0123456789abcdef'.split(''), `${purpose} ${index}`),
    ).join('');
  return `${digits(8, 'u')}-${digits(4, 'v')}-4${digits(3, 'w')}-a${digits(3, 'x')}-${digits(12, 'y')}`;
}

/** A moment of the years 2020 to 2024. */
function dateTime(one: DrawOne): string {
  const part = (from: number, to: number, purpose: string): string =>
    String(
      one(
        Array.from({ length: to - from + 1 }, (_, index) => from + index),
        purpose,
      ),
    ).padStart(2, '0');
  return `${part(2020, 2024, 'year')}-${part(1, 12, 'month')}-${part(1, 28, 'day')}T${part(0, 23, 'hour')}:${part(0, 59, 'minute')}:${part(0, 59, 'second')}Z`;
}

function sentence(one: DrawOne): string {
  return `${capital(word(one, 'one'))} ${word(one, 'two')} ${word(one, 'three')} ${word(one, 'four')}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
