/** For a browser that shows the answer itself as a page. */
export const SANDBOX = "sandbox; default-src 'none'";
