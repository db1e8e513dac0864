import { Button, Menu, Text, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser, IconUserCircle } from "@tabler/icons-react";
import { callAuth } from "../api/auth.ts";
import { useSession } from "../session/session.ts";
import { defineWords, LANGUAGES, type Language, useLanguage, useWords } from "../words/words.ts";
import { useChooseLanguage } from "./language-choice.ts";

const texts = defineWords({
  en: {
    account: "Your account",
    language: "Language",
    scheme: "Appearance",
    light: "Light",
    dark: "Dark",
    auto: "As the device",
    signOut: "Sign out",
  },
  de: {
    account: "Ihr Konto",
    language: "Sprache",
    scheme: "Darstellung",
    light: "Hell",
    dark: "Dunkel",
    auto: "Wie das Gerät",
    signOut: "Abmelden",
  },
});

export function AccountMenu() {
  const words = useWords(texts);
  const session = useSession();
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isChosen = (chosen: boolean) => ({ role: "menuitemradio", "aria-checked": chosen, fw: chosen ? 600 : 400 });
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          fullWidth
          justify="flex-start"
          px="xs"
          leftSection={<IconUserCircle size={20} stroke={1.6} />}
        >
          <Text size="sm" truncate>
            {session.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/dashboard/account" leftSection={<IconUser size={16} />}>
          {words.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.language}</Menu.Label>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            {...isChosen(code === language)}
            onClick={() => chooseLanguage(code as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{words.scheme}</Menu.Label>
        <Menu.Item
          {...isChosen(colorScheme === "light")}
          leftSection={<IconSun size={16} />}
          onClick={() => setColorScheme("light")}
        >
          {words.light}
        </Menu.Item>
        <Menu.Item
          {...isChosen(colorScheme === "dark")}
          leftSection={<IconMoon size={16} />}
          onClick={() => setColorScheme("dark")}
        >
          {words.dark}
        </Menu.Item>
        <Menu.Item
          {...isChosen(colorScheme === "auto")}
          leftSection={<IconDeviceDesktop size={16} />}
          onClick={() => setColorScheme("auto")}
        >
          {words.auto}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void callAuth("/sign-out", {}).finally(() => location.assign("/dashboard"))}
        >
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
