const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** The first that is not as browsers send it. Calls from its pages would be refused, because origins are compared exactly. */
export const findWrongOrigin = (origins: readonly string[]) => origins.find((origin) => !isOrigin(origin));

export function describeWrongOrigin(wrong: string): string {
  const meant = URL.canParse(wrong) ? new URL(wrong).origin : "";
  const example = isOrigin(meant) ? meant : "https://shop.example";
  return `${wrong} is not an origin as browsers send it, such as ${example}.`;
}
