import type { DnsWhy, RecordValueWhy, Sayings } from "../../words/why.ts";
import { defineWords } from "../../words/words.ts";

type Found = { readonly problem: string; readonly fix: string };
const found = (problem: string, fix: string): Found => ({ problem, fix });

/** What the name server answered, if it is a code such as SERVFAIL. */
const codeOf = (answer: string) => (/^[A-Z_]+$/.test(answer) ? ` (${answer})` : "");

const EN = {
  clean: "Remove what is no longer used from the SPF record, or replace includes by the addresses they stand for.",
  replace: "Replace the record by this one.",
};
const DE = {
  clean:
    "Entfernen Sie aus dem SPF-Eintrag, was nicht mehr gebraucht wird, oder ersetzen Sie Includes durch die Adressen, für die sie stehen.",
  replace: "Ersetzen Sie den Eintrag durch diesen.",
};

/** What a check of DNS found wrong, and what to do. */
export const dnsTexts = defineWords<Sayings<DnsWhy, Found>>({
  en: {
    "not-checked": found("DNS was not checked yet.", "Add this record, then check."),
    "not-answered": ({ answer }) =>
      found(
        `DNS did not answer${codeOf(answer)}.`,
        "Check again in a few minutes. If it stays so, the domain's name servers have a problem.",
      ),
    "spf-several": ({ domain, count }) =>
      found(
        `${domain} has ${count} SPF records, and receivers then ignore all of them.`,
        "Delete them all, and add this one instead. It unites them.",
      ),
    "spf-missing": ({ domain }) => found(`${domain} has no SPF record.`, `Add this TXT record to ${domain}.`),
    "spf-included-several": ({ included }) =>
      found(`${included}, which the SPF record includes, has several SPF records.`, EN.clean),
    "spf-included-missing": ({ included }) =>
      found(`${included}, which the SPF record includes, has no SPF record.`, EN.clean),
    "spf-redirect-several": ({ included }) =>
      found(`${included}, which the SPF record redirects to, has several SPF records.`, EN.clean),
    "spf-redirect-missing": ({ included }) =>
      found(`${included}, which the SPF record redirects to, has no SPF record.`, EN.clean),
    "spf-circle": ({ included }) => found(`The SPF record of ${included} includes itself.`, EN.clean),
    "spf-lookups": ({ max }) =>
      found(`The SPF record needs more than ${max} DNS lookups, so receivers ignore it.`, EN.clean),
    "spf-unreadable": ({ part, domain }) =>
      found(`Receivers cannot read “${part}” in the SPF record of ${domain}.`, EN.clean),
    "spf-allows-all": found(
      "The SPF record allows everybody to send for the domain.",
      "End the record with ~all instead of +all.",
    ),
    "spf-other-domain": ({ returnDomain, domain }) =>
      found(
        `Bounces go to ${returnDomain}, which is not ${domain}: SPF does not count for DMARC then.`,
        `Choose a return path at ${domain}, or make sure that DKIM is right.`,
      ),
    "spf-lacks-provider": ({ included }) => found(`The SPF record does not include ${included}.`, EN.replace),
    "spf-host-unknown": ({ host }) =>
      found(
        `The SPF record does not name ${host}, and Keepsake cannot know which servers it sends from.`,
        "Ask your provider what it wants in the SPF record, and enter the domain that it names in the sender's form. If the server sends by itself, use this record.",
      ),
    "spf-host-unknown-to-merchant": ({ host }) =>
      found(
        `The SPF record does not name ${host}, and Keepsake cannot know which servers it sends from.`,
        "Ask the operator what the SPF record must contain. If the server sends by itself, use this record.",
      ),
    "dkim-selector-unknown": found(
      "The provider signs the mails, and Keepsake does not know with which selector.",
      "Turn DKIM on at your provider, add the records that it shows, and enter their selector in the sender's form.",
    ),
    "dkim-selector-unknown-to-merchant": found(
      "The provider signs the mails, and Keepsake does not know with which selector.",
      "Ask the operator which DKIM records your domain needs, and add them.",
    ),
    "dkim-missing": ({ name }) =>
      found(
        `${name} has no DKIM record.`,
        "Add this TXT record. Some DNS panels want it in parts of at most 255 characters.",
      ),
    "dkim-several": ({ name, count }) => found(`${name} has ${count} DKIM records.`, "Delete all but this one."),
    "dkim-withdrawn": found("The DKIM record has no key: it was withdrawn.", EN.replace),
    "dkim-other-key": found(
      "The DKIM record has another key than Keepsake signs with.",
      "Copy the value again, as a whole. It is easily cut off.",
    ),
    "dmarc-several": ({ count }) =>
      found(`There are ${count} DMARC records, and receivers then ignore all of them.`, "Delete all but one."),
    "dmarc-no-policy": found("The DMARC record has no policy that receivers know.", EN.replace),
    "dmarc-not-fulfilled": ({ policy }) =>
      found(
        `The DMARC policy is ${policy}, and neither SPF nor DKIM is right: receivers do not deliver these mails.`,
        "Repair DKIM or SPF first. The DMARC record can stay as it is.",
      ),
    "dmarc-missing": ({ domain }) =>
      found(`${domain} has no DMARC record, which large mail providers require.`, "Add this TXT record."),
    "bounces-lost": ({ domain }) =>
      found(
        `${domain} accepts no mail, so bounces are lost.`,
        "Add an MX record, or enter a return path at a domain that has one.",
      ),
    "bounces-lost-of-operator": ({ domain }) =>
      found(
        `${domain} accepts no mail, so bounces are lost.`,
        "Add an MX record, or send from an address at a domain that has one.",
      ),
    "bounces-refused": ({ domain }) =>
      found(
        `${domain} says that it accepts no mail, so bounces are lost.`,
        "Enter a return path at a domain that accepts mail.",
      ),
    "bounces-refused-of-operator": ({ domain }) =>
      found(
        `${domain} says that it accepts no mail, so bounces are lost.`,
        "Send from an address at a domain that accepts mail.",
      ),
    "bounces-elsewhere": ({ domain, host }) =>
      found(`Bounces to ${domain} do not reach ${host}.`, "Replace its MX record by this one."),
  },
  de: {
    "not-checked": found("Das DNS wurde noch nicht geprüft.", "Fügen Sie diesen Eintrag hinzu und prüfen Sie dann."),
    "not-answered": ({ answer }) =>
      found(
        `Das DNS hat nicht geantwortet${codeOf(answer)}.`,
        "Prüfen Sie in ein paar Minuten noch einmal. Bleibt es dabei, haben die Nameserver der Domain ein Problem.",
      ),
    "spf-several": ({ domain, count }) =>
      found(
        `${domain} hat ${count} SPF-Einträge. Empfänger beachten dann keinen davon.`,
        "Löschen Sie alle und fügen Sie stattdessen diesen hinzu. Er fasst sie zusammen.",
      ),
    "spf-missing": ({ domain }) =>
      found(`${domain} hat keinen SPF-Eintrag.`, `Fügen Sie bei ${domain} diesen TXT-Eintrag hinzu.`),
    "spf-included-several": ({ included }) =>
      found(`${included}, per Include im SPF-Eintrag, hat mehrere SPF-Einträge.`, DE.clean),
    "spf-included-missing": ({ included }) =>
      found(`${included}, per Include im SPF-Eintrag, hat keinen SPF-Eintrag.`, DE.clean),
    "spf-redirect-several": ({ included }) =>
      found(`${included}, wohin der SPF-Eintrag verweist, hat mehrere SPF-Einträge.`, DE.clean),
    "spf-redirect-missing": ({ included }) =>
      found(`${included}, wohin der SPF-Eintrag verweist, hat keinen SPF-Eintrag.`, DE.clean),
    "spf-circle": ({ included }) => found(`Der SPF-Eintrag von ${included} verweist auf sich selbst.`, DE.clean),
    "spf-lookups": ({ max }) =>
      found(`Der SPF-Eintrag braucht mehr als ${max} DNS-Abfragen. Empfänger beachten ihn deshalb nicht.`, DE.clean),
    "spf-unreadable": ({ part, domain }) =>
      found(`Empfänger können „${part}“ im SPF-Eintrag von ${domain} nicht lesen.`, DE.clean),
    "spf-allows-all": found(
      "Der SPF-Eintrag erlaubt jedem, im Namen der Domain zu senden.",
      "Beenden Sie den Eintrag mit ~all statt +all.",
    ),
    "spf-other-domain": ({ returnDomain, domain }) =>
      found(
        `Rückläufer gehen an ${returnDomain} statt an ${domain}. SPF zählt dann nicht für DMARC.`,
        `Wählen Sie eine Rückläufer-Adresse bei ${domain}, oder sorgen Sie dafür, dass DKIM stimmt.`,
      ),
    "spf-lacks-provider": ({ included }) => found(`Im SPF-Eintrag fehlt ${included}.`, DE.replace),
    "spf-host-unknown": ({ host }) =>
      found(
        `Im SPF-Eintrag steht ${host} nicht, und Keepsake kann nicht wissen, von welchen Servern aus er sendet.`,
        "Fragen Sie Ihren Anbieter, was er im SPF-Eintrag verlangt, und tragen Sie die genannte Domain im Formular des Absenders ein. Sendet der Server selbst, nehmen Sie diesen Eintrag.",
      ),
    "spf-host-unknown-to-merchant": ({ host }) =>
      found(
        `Im SPF-Eintrag steht ${host} nicht, und Keepsake kann nicht wissen, von welchen Servern aus er sendet.`,
        "Fragen Sie den Betreiber, was im SPF-Eintrag stehen muss. Sendet der Server selbst, nehmen Sie diesen Eintrag.",
      ),
    "dkim-selector-unknown": found(
      "Der Anbieter signiert die E-Mails, und Keepsake kennt den Selektor nicht.",
      "Schalten Sie DKIM beim Anbieter ein, fügen Sie die Einträge hinzu, die er zeigt, und tragen Sie deren Selektor im Formular des Absenders ein.",
    ),
    "dkim-selector-unknown-to-merchant": found(
      "Der Anbieter signiert die E-Mails, und Keepsake kennt den Selektor nicht.",
      "Fragen Sie den Betreiber, welche DKIM-Einträge Ihre Domain braucht, und fügen Sie sie hinzu.",
    ),
    "dkim-missing": ({ name }) =>
      found(
        `${name} hat keinen DKIM-Eintrag.`,
        "Fügen Sie diesen TXT-Eintrag hinzu. Manche DNS-Oberflächen verlangen ihn in Teilen von höchstens 255 Zeichen.",
      ),
    "dkim-several": ({ name, count }) => found(`${name} hat ${count} DKIM-Einträge.`, "Löschen Sie alle außer diesem."),
    "dkim-withdrawn": found("Der DKIM-Eintrag enthält keinen Schlüssel: Er wurde zurückgezogen.", DE.replace),
    "dkim-other-key": found(
      "Im DKIM-Eintrag steht ein anderer Schlüssel als der, mit dem Keepsake signiert.",
      "Kopieren Sie den Wert noch einmal, und zwar ganz. Er wird leicht abgeschnitten.",
    ),
    "dmarc-several": ({ count }) =>
      found(
        `Es gibt ${count} DMARC-Einträge. Empfänger beachten dann keinen davon.`,
        "Löschen Sie alle bis auf einen.",
      ),
    "dmarc-no-policy": found("Der DMARC-Eintrag hat keine Regel, die Empfänger kennen.", DE.replace),
    "dmarc-not-fulfilled": ({ policy }) =>
      found(
        `Die DMARC-Regel ist „${policy}“, aber weder SPF noch DKIM stimmt: Empfänger stellen diese E-Mails nicht zu.`,
        "Bringen Sie zuerst DKIM oder SPF in Ordnung. Der DMARC-Eintrag kann bleiben, wie er ist.",
      ),
    "dmarc-missing": ({ domain }) =>
      found(
        `${domain} hat keinen DMARC-Eintrag, den große Mail-Anbieter verlangen.`,
        "Fügen Sie diesen TXT-Eintrag hinzu.",
      ),
    "bounces-lost": ({ domain }) =>
      found(
        `${domain} nimmt keine E-Mails an, deshalb gehen Rückläufer verloren.`,
        "Fügen Sie einen MX-Eintrag hinzu, oder geben Sie eine Rückläufer-Adresse bei einer Domain an, die einen hat.",
      ),
    "bounces-lost-of-operator": ({ domain }) =>
      found(
        `${domain} nimmt keine E-Mails an, deshalb gehen Rückläufer verloren.`,
        "Fügen Sie einen MX-Eintrag hinzu, oder senden Sie von einer Adresse bei einer Domain, die einen hat.",
      ),
    "bounces-refused": ({ domain }) =>
      found(
        `${domain} erklärt, keine E-Mails anzunehmen. Deshalb gehen Rückläufer verloren.`,
        "Geben Sie eine Rückläufer-Adresse bei einer Domain an, die E-Mails annimmt.",
      ),
    "bounces-refused-of-operator": ({ domain }) =>
      found(
        `${domain} erklärt, keine E-Mails anzunehmen. Deshalb gehen Rückläufer verloren.`,
        "Senden Sie von einer Adresse bei einer Domain, die E-Mails annimmt.",
      ),
    "bounces-elsewhere": ({ domain, host }) =>
      found(`Rückläufer an ${domain} kommen nicht bei ${host} an.`, "Ersetzen Sie den MX-Eintrag durch diesen."),
  },
});

/** What stands for a value that the merchant does not copy, or completes first. */
export const recordValueTexts = defineWords<Sayings<RecordValueWhy>>({
  en: {
    "spf-of-provider": "Nothing: your provider's domain for bounces has it",
    "bounces-of-provider": "Nothing: your provider takes bounces",
    "as-provider-shows": "As your provider shows it",
    "any-mail-server": ({ domain }) => `A mail server that takes mail for ${domain}`,
    "own-address": ({ before, after }) => `${before}(the public address of your mail server)${after}`,
  },
  de: {
    "spf-of-provider": "Nichts: Die Rückläufer-Domain Ihres Anbieters hat ihn",
    "bounces-of-provider": "Nichts: Ihr Anbieter nimmt Rückläufer an",
    "as-provider-shows": "So, wie Ihr Anbieter ihn zeigt",
    "any-mail-server": ({ domain }) => `Ein Mailserver, der E-Mails für ${domain} annimmt`,
    "own-address": ({ before, after }) => `${before}(die öffentliche Adresse Ihres Mailservers)${after}`,
  },
});
