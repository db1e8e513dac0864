import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { Proof } from "../session/proof.tsx";
import { queryClient } from "../session/queries.ts";
import { findLanguage, keepLanguage, type Language, LanguageContext } from "../words/words.ts";
import { installation } from "./installation.ts";
import { ChooseLanguageContext } from "./language-choice.ts";
import { theme } from "./theme.ts";

/** Not needed for the first page. What is said before it is there is shown then. */
const Notifications = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

/** What all pages need around them. */
export function App({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(findLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useMemo(
    () => (chosen: Language) => {
      keepLanguage(chosen);
      setLanguage(chosen);
    },
    [],
  );
  return (
    <LanguageContext value={language}>
      <ChooseLanguageContext value={choose}>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => installation.styleNonce}>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <Notifications position="bottom-right" limit={3} />
            </Suspense>
            <Proof />
            {children}
          </QueryClientProvider>
        </MantineProvider>
      </ChooseLanguageContext>
    </LanguageContext>
  );
}
