/** Vite gives the text of any file as a module. */
declare module '*?raw' {
  const text: string;
  export default text;
}
