declare module '*.yaml' {
  const text: string;
  export default text;
}
declare module '*.json' {
  const text: string;
  export default text;
}
declare module '*.xml' {
  const text: string;
  export default text;
}
