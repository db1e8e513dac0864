/** Checks what the pattern of REDIS_URL cannot. The client of Redis would throw an error that has the URL, with its password. */
export function readRedisUrl(url: string | undefined): string | undefined {
  if (url !== undefined && !isRedisUrl(url))
    throw new Error(
      "REDIS_URL cannot be read. It must look like redis://user:password@host:6379/0: after the host only a port and the number of a database, each a number. In a password, write @ as %40, / as %2F, : as %3A, # as %23 and % as %25.",
    );
  return url;
}

function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.hostname !== "" &&
    /^(\/\d{0,5})?$/.test(url.pathname) &&
    !/[?#]/.test(text) &&
    isEncoded(url.username + url.password)
  );
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
