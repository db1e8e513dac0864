const folder = process.env["NODE_COMPILE_CACHE"];

/** For the environment of a Node process that gets no other variable of this one: it shares what Node has compiled, if this
 *  process does. A service then starts in half of the time. */
export const COMPILE_CACHE: Readonly<Record<string, string>> = folder ? { NODE_COMPILE_CACHE: folder } : {};
