import { definePhrases, type ValuesOf, type Why } from "../../../../platform/text/phrases.ts";
import type { RecordState } from "./record.ts";

const ADD_MX = "Add an MX record, or";
const CHECK_AGAIN = "Check again in a few minutes. If it stays so, the domain's name servers have a problem.";
const CLEAN_SPF =
  "Remove what is no longer used from the SPF record, or replace includes by the addresses they stand for.";

/** What a check of DNS finds: what is wrong and, on a line of its own, what to do. What only the owner of the provider can do is
 *  said to the merchant or, for the installation's provider, about its operator. */
export const DNS_FINDINGS = definePhrases({
  "not-checked": "DNS was not checked yet.\nAdd this record, then check DNS.",
  "not-answered": `DNS did not answer ({answer}).\n${CHECK_AGAIN}`,
  "spf-several":
    "{domain} has {count} SPF records, and receivers then ignore all of them.\nDelete them all, and add this one instead. It unites them.",
  "spf-missing": "{domain} has no SPF record.\nAdd this TXT record to {domain}.",
  "spf-included-several": `{included}, which the SPF record includes, has several SPF records.\n${CLEAN_SPF}`,
  "spf-included-missing": `{included}, which the SPF record includes, has no SPF record.\n${CLEAN_SPF}`,
  "spf-redirect-several": `{included}, which the SPF record redirects to, has several SPF records.\n${CLEAN_SPF}`,
  "spf-redirect-missing": `{included}, which the SPF record redirects to, has no SPF record.\n${CLEAN_SPF}`,
  "spf-circle": `The SPF record of {included} includes itself.\n${CLEAN_SPF}`,
  "spf-lookups": `The SPF record needs more than {max} DNS lookups, so receivers ignore it.\n${CLEAN_SPF}`,
  "spf-unreadable": `Receivers cannot read "{part}" in the SPF record of {domain}.\n${CLEAN_SPF}`,
  "spf-allows-all":
    "The SPF record allows everybody to send for the domain.\nEnd the record with ~all instead of +all.",
  "spf-other-domain":
    "Bounces go to {returnDomain}, which is not {domain}: SPF does not count for DMARC then.\nChoose a return path at {domain}, or make sure that DKIM is right.",
  "spf-lacks-provider": "The SPF record does not include {included}.\nReplace the record by this one.",
  "spf-host-unknown":
    "The SPF record does not name {host}, and Keepsake cannot know which servers it sends from.\nAsk your provider what it wants in the SPF record, and enter the domain that it names as spfInclude. If the server sends by itself, use this record.",
  "spf-host-unknown-to-merchant":
    "The SPF record does not name {host}, and Keepsake cannot know which servers it sends from.\nAsk the operator of this service what the SPF record must contain. If the server sends by itself, use this record.",
  "dkim-selector-unknown":
    "The provider signs the mails, and Keepsake does not know with which selector.\nTurn DKIM on at your provider, add the records that it shows, and enter their selector as dkimSelector.",
  "dkim-selector-unknown-to-merchant":
    "The provider signs the mails, and Keepsake does not know with which selector.\nAsk the operator of this service which DKIM records your domain needs, and add them.",
  "dkim-missing":
    "{name} has no DKIM record.\nAdd this TXT record. Some DNS panels want it in parts of at most 255 characters.",
  "dkim-several": "{name} has {count} DKIM records.\nDelete all but this one.",
  "dkim-withdrawn": "The DKIM record has no key: it was withdrawn.\nReplace the record by this one.",
  "dkim-other-key":
    "The DKIM record has another key than Keepsake signs with.\nCopy the value again, as a whole. It is easily cut off.",
  "dmarc-several": "There are {count} DMARC records, and receivers then ignore all of them.\nDelete all but one.",
  "dmarc-no-policy": "The DMARC record has no policy that receivers know.\nReplace the record by this one.",
  "dmarc-not-fulfilled":
    "The DMARC policy is {policy}, and neither SPF nor DKIM is right: receivers do not deliver these mails.\nRepair DKIM or SPF first. The DMARC record can stay as it is.",
  "dmarc-missing": "{domain} has no DMARC record, which large mail providers require.\nAdd this TXT record.",
  "bounces-lost": `{domain} accepts no mail, so bounces are lost.\n${ADD_MX} enter an address at a domain that has one as returnPath.`,
  "bounces-lost-of-operator": `{domain} accepts no mail, so bounces are lost.\n${ADD_MX} send from an address at a domain that has one.`,
  "bounces-refused":
    "{domain} says that it accepts no mail, so bounces are lost.\nEnter an address at a domain that accepts mail as returnPath.",
  "bounces-refused-of-operator":
    "{domain} says that it accepts no mail, so bounces are lost.\nSend from an address at a domain that accepts mail.",
  "bounces-elsewhere": "Bounces to {domain} do not reach {host}.\nReplace its MX record by this one.",
});
type Texts = (typeof DNS_FINDINGS)["texts"];

/** What is wrong and what to do, in the fields of a record. */
export function findWrong<Code extends keyof Texts>(state: RecordState, code: Code, values: ValuesOf<Texts[Code]>) {
  const [problem = "", fix = ""] = DNS_FINDINGS.say(code, values).split("\n");
  return { state, problem, fix };
}

/** The code of what is stored with a record. */
export const whyOf = ({
  problem,
  fix,
}: {
  readonly problem: string | null;
  readonly fix: string | null;
}): Why | null => (problem === null ? null : DNS_FINDINGS.read(`${problem}\n${fix ?? ""}`));

/** What is shown for the value of a record that only somebody else knows, or that nobody needs. */
export const RECORD_VALUES = definePhrases({
  "spf-of-provider": "nothing: your provider's domain for bounces has it",
  "bounces-of-provider": "nothing: your provider takes bounces",
  "as-provider-shows": "as your provider shows it",
  "any-mail-server": "a mail server that takes mail for {domain}",
  /** A record with a gap in it. */
  "own-address": "{before}(the public address of your mail server){after}",
});
