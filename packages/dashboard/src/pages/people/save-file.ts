/** Hands a file to the browser, which saves it among the downloads. */
export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
