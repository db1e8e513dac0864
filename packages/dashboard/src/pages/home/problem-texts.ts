import type { Got } from "../../api/call.ts";
import { planReasons } from "../../components/plan-reasons.ts";
import { marketName } from "../../components/variant-ref.ts";
import type { Formats } from "../../words/formats.ts";
import { platformName } from "../../words/platforms.ts";
import { describeTrouble } from "../../words/trouble-texts.ts";
import { asSentence, type PlanWhy, sayWhy } from "../../words/why.ts";
import { defineWords, type Language } from "../../words/words.ts";

export type Problem = Got<"/storeadmin/v3/problems">["items"][number];
type Described = { readonly title: string; readonly text: string; readonly link: string };

const HOUR_SECONDS = 3_600;
const hoursIn = (formats: Formats, hours: number) => formats.duration(hours * HOUR_SECONDS);
const RECORDS = { spf: "SPF", dkim: "DKIM", dmarc: "DMARC", "return-path": "Return-Path" } as const;
const nameOf = ({ dt, vi, epi, ...plan }: Extract<Problem, { type: "plan-held" }>) =>
  [...(dt || vi ? [dt, vi] : [epi || "–"]), marketName(plan)].filter(Boolean).join(", ");
const sentences = (...texts: (string | null)[]) =>
  texts
    .filter((text): text is string => Boolean(text))
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(" ");

type Trouble = Parameters<typeof describeTrouble>[0];
const troubleOf = (trouble: Trouble, language: Language, formats: Formats) => {
  const { problem, fix } = describeTrouble(trouble, language, formats);
  return [problem, fix] as const;
};

function reasonOf(
  { reason, why }: { readonly reason: string | null; readonly why: PlanWhy | null },
  language: Language,
  formats: Formats,
) {
  const said = sayWhy(planReasons[language], why, formats);
  return said === undefined ? reason : asSentence(said);
}

const TOOL_NAMES = {
  klaviyo: { en: "Klaviyo", de: "Klaviyo" },
  http: { en: "Your marketing tool", de: "Ihr Marketing-Dienst" },
} as const;

/** Each kind of problem: what is wrong, what to do, and the name of the link to where. */
export const problemTexts = defineWords<(problem: Problem, formats: Formats) => Described>({
  en: (problem, formats) => {
    switch (problem.type) {
      case "no-script-seen":
        return problem.hours === null
          ? {
              title: "The script is not on your shop's pages yet",
              text: "Without it shoppers see no hearts and cannot sign up for alerts.",
              link: "Add the script",
            }
          : {
              title: `Nothing heard from your shop's pages for ${hoursIn(formats, problem.hours)}`,
              text: "Check that the script tag is still on every page, also after a change of the theme.",
              link: "Open connections",
            };
      case "no-stock-report":
        return problem.hours === null
          ? {
              title: "No stock was reported yet",
              text: "Keepsake notices a restock only when your shop's server reports stock.",
              link: "Report stock",
            }
          : {
              title: `No stock report for ${hoursIn(formats, problem.hours)}`,
              text: "Nobody hears of a restock until your shop's server reports stock again. Check the job or webhook that sends it.",
              link: "Open connections",
            };
      case "connector-silent":
        return {
          title: `The connector ${platformName(problem.connector)} has been silent for ${hoursIn(formats, problem.hours)}`,
          text: "Stock and orders do not arrive, and nothing is reserved. Check that it runs and reaches Keepsake, or remove it.",
          link: "Open connections",
        };
      case "connector-no-reconcile":
        return {
          title:
            problem.hours === null
              ? `The connector ${platformName(problem.connector)} has not compared your stock yet`
              : `The connector ${platformName(problem.connector)} has not compared your stock for ${hoursIn(formats, problem.hours)}`,
          text: "Changes whose events got lost stay unnoticed until it does. Look into its log.",
          link: "Open connections",
        };
      case "connector-problem":
        return {
          title: `The connector ${platformName(problem.connector)} has a problem`,
          text: sentences(problem.problem),
          link: "Open connections",
        };
      case "connector-loses-events":
        return {
          title: `Events of ${platformName(problem.connector)} get lost`,
          text: `Its last comparison corrected ${formats.number(problem.corrected)} of ${formats.number(problem.checked)} quantities, and so did those before. Check that its webhooks are still set up.`,
          link: "Open connections",
        };
      case "reservations-stuck":
        return {
          title: "Your connector does not make or end reservations",
          text: sentences(
            problem.waiting > 0 ? `${formats.number(problem.waiting)} wait for it. Check that it runs` : null,
            problem.givenUp > 0
              ? `${formats.number(problem.givenUp)} were not released for a week and may still hold stock: look for them at your platform`
              : null,
          ),
          link: "Open connections",
        };
      case "sending-paused":
        return {
          title: "The operator has paused all sending",
          text: sentences(problem.reason, `Messages wait. Sending goes on by itself on ${formats.time(problem.until)}`),
          link: "Open restocks",
        };
      case "no-sender":
        return {
          title: "Nothing can send your mails",
          text: "Enter the shop's mail provider, or ask the operator to set one.",
          link: "Set up the sender",
        };
      case "sender-not-verified":
        return {
          title: "The sender's address is not verified",
          text: "Enter the code that was mailed to it. Until then, alerts wait.",
          link: "Enter the code",
        };
      case "sender-dns-failing":
        return {
          title: `DNS records of the sender are missing or wrong: ${formats.list(problem.records.map((one) => RECORDS[one]))}`,
          text: "Mails may end up in spam. Copy the records to the DNS of your domain.",
          link: "Show the records",
        };
      case "provider-failing":
        return {
          title: `The provider accepts no ${problem.medium === "sms" ? "text messages" : "mails"}`,
          text: sentences(...troubleOf(problem, "en", formats), "The messages wait and are tried again"),
          link: "Open the sender",
        };
      case "daily-limit-reached":
        return {
          title: `Today's limit for ${problem.medium === "sms" ? "text messages" : "mails"} is reached`,
          text: "All further messages wait until midnight UTC. If the limit is too low, raise it.",
          link: "Show the limits",
        };
      case "alerts-stopped":
        return {
          title: "All alerts are stopped, because too many people complained",
          text: sentences(reasonOf(problem, "en", formats), "Find out why, then ask the operator to release them"),
          link: "Open restocks",
        };
      case "plan-held":
        return {
          title: `The alerts for ${nameOf(problem)} are on hold`,
          text: sentences(reasonOf(problem, "en", formats), "Nobody more is notified until somebody resumes them"),
          link: "Open the restock",
        };
      case "webhooks-failing":
        return {
          title: problem.count === 1 ? "A webhook is failing" : `${formats.number(problem.count)} webhooks are failing`,
          text: "Their endpoints accept nothing. Keepsake keeps trying; mend them before they are disabled.",
          link: "Open webhooks",
        };
      case "webhook-disabled":
        return {
          title: "A webhook was disabled",
          text: "Its endpoint accepted nothing for too long. Mend it, enable the webhook, and send again what it missed.",
          link: "Open the webhook",
        };
      case "marketing-failing":
        return {
          title: `${TOOL_NAMES[problem.tool].en} takes no messages`,
          text: "Keepsake keeps trying, and messages wait for seven days. The page says what is wrong.",
          link: "Open marketing",
        };
      case "marketing-paused":
        return {
          title: `${TOOL_NAMES[problem.tool].en} was paused`,
          text: "It refused the key, or wants no more messages. Enter a new key, and what waits is sent.",
          link: "Open marketing",
        };
      case "marketing-full":
        return {
          title: `${TOOL_NAMES[problem.tool].en} is far behind`,
          text: "So many messages wait that new ones are dropped until it takes them.",
          link: "Open marketing",
        };
      case "marketing-erasures":
        return {
          title: `${TOOL_NAMES[problem.tool].en} is not told of erasures`,
          text: `${problem.count === 1 ? "1 erased person is" : `${formats.number(problem.count)} erased people are`} still to be erased there. From ${formats.day(problem.dropsAt)} on, Keepsake gives up.`,
          link: "Open marketing",
        };
      case "key-expiring":
        return {
          title: `The key “${problem.name}” ends on ${formats.day(problem.expiresAt)}`,
          text: "Your shop's server still uses it. Give the server the new key before that day.",
          link: "Open keys",
        };
      case "no-recovery-owner":
        return {
          title: "The shop has only one owner",
          text: "If you lose your access, nobody else can let you in. Make a second person an owner.",
          link: "Open the team",
        };
    }
  },
  de: (problem, formats) => {
    switch (problem.type) {
      case "no-script-seen":
        return problem.hours === null
          ? {
              title: "Das Skript ist noch nicht auf den Seiten Ihres Shops",
              text: "Ohne das Skript sehen Ihre Kunden keine Herzen und können sich nicht für Nachrichten anmelden.",
              link: "Skript einbauen",
            }
          : {
              title: `Seit ${dativeHours(formats, problem.hours)} kam kein Aufruf von den Seiten Ihres Shops`,
              text: "Prüfen Sie, ob das Skript noch auf jeder Seite steht, auch nach einer Änderung des Themes.",
              link: "Verbindungen öffnen",
            };
      case "no-stock-report":
        return problem.hours === null
          ? {
              title: "Es wurde noch kein Bestand gemeldet",
              text: "Keepsake bemerkt Nachschub nur, wenn der Server Ihres Shops den Bestand meldet.",
              link: "Bestand melden",
            }
          : {
              title: `Seit ${dativeHours(formats, problem.hours)} wurde kein Bestand gemeldet`,
              text: "Bis der Server Ihres Shops wieder meldet, erfährt niemand von neuem Bestand. Prüfen Sie den Job oder Webhook, der ihn sendet.",
              link: "Verbindungen öffnen",
            };
      case "connector-silent":
        return {
          title: `Der Konnektor ${platformName(problem.connector)} hat sich seit ${dativeHours(formats, problem.hours)} nicht gemeldet`,
          text: "Bestand und Bestellungen kommen nicht an, und nichts wird reserviert. Prüfen Sie, ob er läuft und Keepsake erreicht, oder entfernen Sie ihn.",
          link: "Verbindungen öffnen",
        };
      case "connector-no-reconcile":
        return {
          title:
            problem.hours === null
              ? `Der Konnektor ${platformName(problem.connector)} hat Ihren Bestand noch nicht abgeglichen`
              : `Der Konnektor ${platformName(problem.connector)} hat Ihren Bestand seit ${dativeHours(formats, problem.hours)} nicht abgeglichen`,
          text: "Bis dahin bleiben Änderungen unbemerkt, deren Ereignisse verloren gingen. Sehen Sie in sein Protokoll.",
          link: "Verbindungen öffnen",
        };
      case "connector-problem":
        return {
          title: `Der Konnektor ${platformName(problem.connector)} hat ein Problem`,
          text: sentences(problem.problem),
          link: "Verbindungen öffnen",
        };
      case "connector-loses-events":
        return {
          title: `Ereignisse von ${platformName(problem.connector)} gehen verloren`,
          text: `Der letzte Abgleich hat ${formats.number(problem.corrected)} von ${formats.number(problem.checked)} Mengen berichtigt, die davor waren ähnlich. Prüfen Sie, ob die Webhooks noch eingerichtet sind.`,
          link: "Verbindungen öffnen",
        };
      case "reservations-stuck":
        return {
          title: "Ihr Konnektor macht oder beendet keine Reservierungen",
          text: sentences(
            problem.waiting > 0 ? `${formats.number(problem.waiting)} warten auf ihn. Prüfen Sie, ob er läuft` : null,
            problem.givenUp > 0
              ? `${formats.number(problem.givenUp)} wurden eine Woche lang nicht freigegeben und binden vielleicht noch Bestand: Suchen Sie sie in Ihrer Plattform`
              : null,
          ),
          link: "Verbindungen öffnen",
        };
      case "sending-paused":
        return {
          title: "Der Betreiber hat das Senden angehalten",
          text: sentences(
            problem.reason,
            `Die Nachrichten warten. Von selbst geht es weiter am ${formats.time(problem.until)}`,
          ),
          link: "Nachschub öffnen",
        };
      case "no-sender":
        return {
          title: "Es gibt nichts, womit Ihre E-Mails verschickt werden können",
          text: "Tragen Sie den Mail-Anbieter des Shops ein, oder bitten Sie den Betreiber, einen einzurichten.",
          link: "Absender einrichten",
        };
      case "sender-not-verified":
        return {
          title: "Die Adresse des Absenders ist nicht bestätigt",
          text: "Geben Sie den Code ein, der an sie geschickt wurde. Bis dahin warten alle Benachrichtigungen.",
          link: "Code eingeben",
        };
      case "sender-dns-failing":
        return {
          title: `DNS-Einträge des Absenders fehlen oder sind falsch: ${formats.list(problem.records.map((one) => RECORDS[one]))}`,
          text: "E-Mails können im Spam landen. Übernehmen Sie die Einträge in das DNS Ihrer Domain.",
          link: "Einträge ansehen",
        };
      case "provider-failing":
        return {
          title: `Der Anbieter nimmt keine ${problem.medium === "sms" ? "SMS" : "E-Mails"} an`,
          text: sentences(...troubleOf(problem, "de", formats), "Die Nachrichten warten und werden erneut versucht"),
          link: "Absender öffnen",
        };
      case "daily-limit-reached":
        return {
          title: `Das Tageslimit für ${problem.medium === "sms" ? "SMS" : "E-Mails"} ist erreicht`,
          text: "Alle weiteren Nachrichten warten bis Mitternacht (UTC). Ist das Limit zu niedrig, erhöhen Sie es.",
          link: "Limits ansehen",
        };
      case "alerts-stopped":
        return {
          title: "Alle Benachrichtigungen sind gestoppt, weil sich zu viele Empfänger beschwert haben",
          text: sentences(
            reasonOf(problem, "de", formats),
            "Klären Sie den Grund und bitten Sie dann den Betreiber um die Freigabe",
          ),
          link: "Nachschub öffnen",
        };
      case "plan-held":
        return {
          title: `Die Benachrichtigungen zu ${nameOf(problem)} sind angehalten`,
          text: sentences(
            reasonOf(problem, "de", formats),
            "Bis jemand sie fortsetzt, wird niemand mehr benachrichtigt",
          ),
          link: "Nachschub öffnen",
        };
      case "webhooks-failing":
        return {
          title:
            problem.count === 1
              ? "Ein Webhook schlägt fehl"
              : `${formats.number(problem.count)} Webhooks schlagen fehl`,
          text: "Der Empfänger nimmt nichts an. Keepsake versucht es weiter; beheben Sie den Fehler, bevor der Webhook abgeschaltet wird.",
          link: "Webhooks öffnen",
        };
      case "webhook-disabled":
        return {
          title: "Ein Webhook wurde abgeschaltet",
          text: "Sein Empfänger hat zu lange nichts angenommen. Beheben Sie den Fehler, schalten Sie den Webhook ein und senden Sie nach, was fehlt.",
          link: "Webhook öffnen",
        };
      case "marketing-failing":
        return {
          title: `${TOOL_NAMES[problem.tool].de} nimmt keine Nachrichten an`,
          text: "Keepsake versucht es weiter, und Nachrichten warten sieben Tage. Die Seite sagt, woran es liegt.",
          link: "Marketing öffnen",
        };
      case "marketing-paused":
        return {
          title: `${TOOL_NAMES[problem.tool].de} ist angehalten`,
          text: "Der Schlüssel wurde abgelehnt, oder es sind keine Nachrichten mehr erwünscht. Geben Sie einen neuen Schlüssel ein, dann wird gesendet, was wartet.",
          link: "Marketing öffnen",
        };
      case "marketing-full":
        return {
          title: `${TOOL_NAMES[problem.tool].de} ist weit im Rückstand`,
          text: "So viele Nachrichten warten, dass neue verloren gehen, bis sie angenommen sind.",
          link: "Marketing öffnen",
        };
      case "marketing-erasures":
        return {
          title: `${TOOL_NAMES[problem.tool].de} erfährt nichts von Löschungen`,
          text: `${problem.count === 1 ? "1 gelöschte Person muss" : `${formats.number(problem.count)} gelöschte Personen müssen`} dort noch gelöscht werden. Ab dem ${formats.day(problem.dropsAt)} gibt Keepsake auf.`,
          link: "Marketing öffnen",
        };
      case "key-expiring":
        return {
          title: `Der Schlüssel „${problem.name}“ endet am ${formats.day(problem.expiresAt)}`,
          text: "Der Server Ihres Shops benutzt ihn noch. Geben Sie dem Server vor diesem Tag den neuen Schlüssel.",
          link: "Schlüssel öffnen",
        };
      case "no-recovery-owner":
        return {
          title: "Der Shop hat nur einen Inhaber",
          text: "Verlieren Sie Ihren Zugang, kann Ihnen niemand wieder hineinhelfen. Machen Sie eine zweite Person zum Inhaber.",
          link: "Team öffnen",
        };
    }
  },
});

/** “seit 2 Tagen”, where the format says “2 Tage”. */
function dativeHours(formats: Formats, hours: number) {
  return hoursIn(formats, hours).replace(/Tage$/, "Tagen");
}
