import { definePhrases } from "../text/phrases.ts";

/** Why a host that a merchant named is not called. */
export const HOST_REFUSALS = definePhrases({
  "url-not-absolute": "The URL must be absolute, with at most {max} characters.",
  "url-with-login": "The URL must not contain a user name or a password.",
  "url-with-fragment": "The URL must not have a fragment (#…).",
  "url-not-https": "The URL must begin with https://.",
  "url-port": "The port of the URL must be 443 or 8443.",
  "host-not-full": "The host must be one on the public internet, with its full name, such as api.example.com.",
  "address-not-public": "The address {address} is not on the public internet, so it is not called.",
  "port-not-allowed": "This port, or a connection without TLS, is not allowed for a host on the internet.",
  /** The host comes last, because it may be long, and callers keep only the beginning of the text. */
  "host-not-public": "The host is not on the public internet, so it is not called: {host}",
});

/** Why such a host did not answer. */
export const NO_ANSWERS = definePhrases({
  ...HOST_REFUSALS.texts,
  "no-answer": "There was no answer within {seconds} seconds.",
  "connection-lost": "The connection was lost.",
  "connection-refused": "The connection was refused.",
  "unknown-host": "The host name does not exist.",
  "host-without-address": "The host name has no address.",
  "name-server-failed": "The name server of the host failed.",
  "name-server-silent": "The name server of the host did not answer.",
  "network-not-reached": "The network of the host cannot be reached.",
  "host-not-reached": "The host cannot be reached.",
  "not-connected": "The host did not accept the connection in time.",
  "certificate-expired": "The certificate of the host has expired.",
  "certificate-self-signed": "The certificate of the host is not signed by a known authority.",
  "certificate-chain": "The host does not send the whole chain of its certificate.",
  "certificate-other-name": "The certificate of the host is for another name.",
  "request-failed": "The request failed: {answer}.",
});
