import { Button } from "@mantine/core";
import { Empty } from "../components/empty.tsx";
import { Page } from "../components/page.tsx";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: {
    title: "This page could not be shown",
    text: "Either Keepsake was updated while the page was open, or the page has a mistake. Nothing was changed. Load it again; if it happens again, tell the operator what you did.",
    reload: "Load again",
  },
  de: {
    title: "Diese Seite konnte nicht angezeigt werden",
    text: "Entweder wurde Keepsake aktualisiert, während die Seite offen war, oder sie hat einen Fehler. Es wurde nichts geändert. Laden Sie neu; kommt es wieder vor, sagen Sie dem Betreiber, was Sie getan haben.",
    reload: "Neu laden",
  },
});

/** Shown in place of a page that throws. The menu stays. */
export function BrokenPage() {
  const words = useWords(texts);
  return (
    <Page title={words.title}>
      <Empty
        title={words.title}
        text={words.text}
        action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
      />
    </Page>
  );
}
