declare module 'pg' {
  const driver: { readonly Pool: unknown };
  export default driver;
}
