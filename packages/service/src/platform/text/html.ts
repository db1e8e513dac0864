/** Text that is safe between tags and in quoted attributes, in HTML and XML. */
export const escapeHtml = (text: string) =>
  text.replaceAll(
    /[&<>"']/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[char] ?? "",
  );

/** Returns a link to a picture, which platforms often send without `https:`. A path without a host gives an empty text. */
export const imageLink = (link: string | null | undefined) => {
  if (!link || /^\/(?!\/)/.test(link)) return "";
  if (/^https?:/i.test(link)) return webLink(link);
  const complete = `https://${link.replace(/^\/\//, "")}`;
  return URL.canParse(complete) ? complete : "";
};

/** Returns the link if it is http or https, otherwise an empty text. */
export const webLink = (link: string | null | undefined) => (link && /^https?:\/\/[^\s]/i.test(link) ? link : "");
