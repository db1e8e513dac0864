/** One line without control characters, as mail headers and subjects need it. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ").trim();
