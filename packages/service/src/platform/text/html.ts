/** Text of people and shops, safe between tags and in quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replaceAll(
    /[&<>"']/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[char] ?? "",
  );

/** One line without control characters, as headers and list entries are. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ").trim();

/** A link a mail may carry; anything but http(s) is none. */
export const webLink = (link: string | null | undefined) => (link && /^https?:\/\/[^\s]/i.test(link) ? link : "");
