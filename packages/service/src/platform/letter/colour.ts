/** `#rrggbb`. */
export type Colour = string;

const INK = "#1c1b1a";
const PAPER = "#ffffff";
const NIGHT = "#232220";
const CHALK = "#f4f2ee";
/** What a shape needs against its ground to be seen, and text to be read (WCAG 2.2, 1.4.11 and 1.4.3). */
const SEEN = 3;
const READ = 4.5;

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

/** Paper or ink, whichever reads better; on the greys between, where neither does, black always does. */
const onto = (colour: Colour): Colour => {
  const best = contrast(colour, PAPER) >= contrast(colour, INK) ? PAPER : INK;
  return contrast(colour, best) >= READ ? best : "#000000";
};
const seenOn = (ground: Colour, colour: Colour | undefined, otherwise: Colour) =>
  colour && contrast(colour, ground) >= SEEN ? colour : otherwise;

/** The button in the shop's colour, where it can be seen by day and by night; black or white words, whichever reads better. */
export function buttonColours(colour: Colour | undefined) {
  const [day, night] = [seenOn(PAPER, colour, INK), seenOn(NIGHT, colour, CHALK)];
  return { day, onDay: onto(day), night, onNight: onto(night) };
}
