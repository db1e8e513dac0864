import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, post } from "../../api/call.ts";
import { useWords } from "../../words/words.ts";
import type { Draft } from "./checked-message.ts";
import { editorTexts } from "./editor-texts.ts";
import { isMessageLanguage, type Message } from "./languages.ts";

const TEMPLATE = "/storeadmin/v3/alerts/template";
type Texts = Pick<Draft, "subject" | "source">;

/** The editor's lines end as those of the web. */
const textsOf = ({ subject, source }: Texts): Texts => ({ subject, source: source.replaceAll("\r\n", "\n") });

/** A message that somebody writes: what is saved, what they made of it, and what they can do with it. `write` puts texts into
 *  the editors. */
export function useDraft(loaded: Message, write: (texts: Texts) => void) {
  const words = useWords(editorTexts);
  const client = useQueryClient();
  const locale = isMessageLanguage(loaded.locale) ? loaded.locale : "en";
  const place = { topic: loaded.topic, locale };
  const [saved, setSaved] = useState({ ...textsOf(loaded), own: loaded.own, version: loaded.version });
  const [texts, setTexts] = useState<Texts>(() => textsOf(loaded));
  const isDirty = texts.subject !== saved.subject || texts.source !== saved.source;
  const ifMatch = { "if-match": `"${saved.version}"` };

  /** The lists show the new version. */
  const refresh = () =>
    Promise.all([`${TEMPLATE}s`, `${TEMPLATE}/versions`].map((path) => client.invalidateQueries({ queryKey: [path] })));
  function use(message: Texts & { readonly own: boolean; readonly version: number }) {
    const next = textsOf(message);
    setSaved({ ...next, own: message.own, version: message.version });
    setTexts(next);
    write(next);
  }

  const save = useMutation({
    mutationFn: async (how?: { over: true }) => {
      const sent = texts;
      const { version } = await post(TEMPLATE, { ...place, ...sent }, { headers: how?.over ? {} : ifMatch });
      return { ...sent, version };
    },
    onSuccess: async ({ version, ...sent }) => {
      setSaved({ ...sent, own: true, version });
      notifications.show({ message: words.savedAs(version) });
      await refresh();
    },
  });

  return {
    draft: { ...place, ...texts },
    saved,
    isDirty,
    change: (changed: Partial<Texts>) => setTexts((before) => ({ ...before, ...changed })),
    save,
    async restore(old: Texts & { readonly version: number }) {
      const { version } = await post(`${TEMPLATE}/restore`, { ...place, version: old.version }, { headers: ifMatch });
      use({ ...old, own: true, version });
      notifications.show({ message: words.restored(old.version, version) });
      await refresh();
    },
    async reset() {
      await post(`${TEMPLATE}/reset`, place, { headers: ifMatch });
      use(await get(TEMPLATE, place));
      notifications.show({ message: words.resetDone });
      await refresh();
    },
    /** Forgets what was written, and shows what is saved now. */
    async reload() {
      use(await get(TEMPLATE, place));
      save.reset();
    },
  };
}
