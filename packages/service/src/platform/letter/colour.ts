/** `#rrggbb`. */
export type Colour = string;

const INK = "#1c1b1a";
const PAPER = "#ffffff";
const DARK_PAPER = "#232220";
const LIGHT_INK = "#f4f2ee";
/** Contrast that a shape needs to be seen and a text needs to be read (WCAG 2.2, 1.4.11 and 1.4.3). */
const SHAPE_CONTRAST = 3;
const TEXT_CONTRAST = 4.5;

function luminance(colour: Colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: Colour, other: Colour) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** White or dark ink, whichever has more contrast; black on greys where neither has enough. */
const textOn = (colour: Colour): Colour => {
  const best = contrast(colour, PAPER) >= contrast(colour, INK) ? PAPER : INK;
  return contrast(colour, best) >= TEXT_CONTRAST ? best : "#000000";
};
const visibleOn = (ground: Colour, colour: Colour | undefined, otherwise: Colour) =>
  colour && contrast(colour, ground) >= SHAPE_CONTRAST ? colour : otherwise;

/** The button in the shop's colour, for the light and the dark scheme; our own colour if the shop's is not visible there. */
export function buttonColours(colour: Colour | undefined) {
  const [day, night] = [visibleOn(PAPER, colour, INK), visibleOn(DARK_PAPER, colour, LIGHT_INK)];
  return { day, onDay: textOn(day), night, onNight: textOn(night) };
}
