/** Text that is safe between tags and in quoted attributes, in HTML and XML. */
export const escapeHtml = (text: string) =>
  text.replaceAll(
    /[&<>"']/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[char] ?? "",
  );

/** Returns the link if it is http or https, otherwise an empty text. */
export const webLink = (link: string | null | undefined) => (link && /^https?:\/\/[^\s]/i.test(link) ? link : "");
