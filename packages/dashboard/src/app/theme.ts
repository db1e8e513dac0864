import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Fir green, from nearly white to nearly black. */
const fir: MantineColorsTuple = [
  "#eef6f4",
  "#dbebe7",
  "#b5d6cf",
  "#8bbfb5",
  "#67aa9f",
  "#4c9689",
  "#357c70",
  "#256459",
  "#1c5048",
  "#123a34",
];

/** White text on it, and it on white, can be read: Mantine's own red is too light for both. */
const red: MantineColorsTuple = [
  "#fff0ef",
  "#ffe0de",
  "#f9bfbb",
  "#f19b95",
  "#ea7b74",
  "#de5149",
  "#cf3a33",
  "#bd2b25",
  "#9c211c",
  "#7d1b17",
];

/** Warm greys, as on the pages that shoppers see. */
const dark: MantineColorsTuple = [
  "#f1efeb",
  "#d8d5cf",
  "#bdb9b1",
  "#948f87",
  "#66625b",
  "#46433e",
  "#383532",
  "#262421",
  "#1e1c1a",
  "#171614",
];
const gray: MantineColorsTuple = [
  "#faf9f7",
  "#f4f2ee",
  "#ebe8e2",
  "#e0dcd4",
  "#cfc9bf",
  "#aaa499",
  "#7d776e",
  "#66625b",
  "#45423d",
  "#1c1b1a",
];

export const theme = createTheme({
  colors: { fir, red, dark, gray },
  primaryColor: "fir",
  primaryShade: { light: 7, dark: 6 },
  black: "#1c1b1a",
  autoContrast: true,
  cursorType: "pointer",
  defaultRadius: "md",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.625rem" }, h2: { fontSize: "1.0625rem" } } },
  components: {
    Modal: { styles: { title: { fontSize: "1.0625rem", fontWeight: 650 } } },
    Paper: { defaultProps: { withBorder: true } },
    // Without a role it would be a second banner of the page.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    // A state is read as a whole, also in a narrow column.
    Badge: { defaultProps: { miw: "max-content" } },
    Table: { defaultProps: { verticalSpacing: "sm" } },
    Tooltip: {
      defaultProps: { withArrow: true, multiline: true, maw: 280, events: { hover: true, focus: true, touch: true } },
    },
  },
});
